/**
 * Opening keys of people and the seals of records: written by hand. Whatever lies here is locked by what its holder alone has; still no
 * role but the owner's reads the tables. Transactions of staff and suppliers go through the functions below, each of which answers one
 * question. It stays as it is once it has run anywhere.
 */
export const name = "20261126-145300-seals";

export const up = `
create table opening_key (
  id uuid primary key,
  tenant_id smallint default 1 not null,
  user_id uuid not null references app_user(id) on delete restrict,
  public_key text not null,
  fingerprint text not null,
  /* The private key, locked by a passphrase or a key file; gone once it was replaced and nothing is sealed for it any more. */
  locked text,
  how text not null check (how in ('passphrase', 'file')),
  state text not null check (state in ('living', 'replaced', 'lost')),
  made_at timestamptz not null,
  ended_at timestamptz
);
create unique index opening_key_living_idx on opening_key (user_id) where state = 'living';
create index opening_key_user_idx on opening_key (user_id, made_at);

create table seal (
  id uuid primary key,
  tenant_id smallint default 1 not null,
  entity text not null,
  record_id uuid not null,
  record_number text,
  public_key text not null,
  made_by uuid,
  made_at timestamptz not null,
  state text not null default 'closed' check (state in ('closed', 'opened')),
  opened_by uuid,
  opened_at timestamptz
);
create index seal_record_idx on seal (record_id);

create table seal_share (
  seal_id uuid not null references seal(id) on delete restrict,
  holder_id uuid not null references app_user(id) on delete restrict,
  tenant_id smallint default 1 not null,
  role text not null check (role in ('holder', 'supervisor')),
  key_id uuid not null references opening_key(id) on delete restrict,
  /* Sealed for the key of its holder. */
  share text not null,
  given_at timestamptz,
  /* Once given: the same share, sealed for the key of each other holder, by the id of that person. */
  handed jsonb not null default '{}',
  primary key (seal_id, holder_id)
);
create index seal_share_holder_idx on seal_share (holder_id);
create index seal_share_key_idx on seal_share (key_id);

create table seal_recovery (
  id uuid primary key,
  tenant_id smallint default 1 not null,
  seal_id uuid not null references seal(id) on delete restrict,
  asked_by uuid not null references app_user(id) on delete restrict,
  asked_at timestamptz not null,
  reason text not null,
  state text not null default 'asked' check (state in ('asked', 'confirmed', 'refused')),
  settled_by uuid references app_user(id) on delete restrict,
  settled_at timestamptz,
  check (settled_by is null or state = 'refused' or settled_by <> asked_by)
);
create unique index seal_recovery_one_idx on seal_recovery (seal_id) where state in ('asked', 'confirmed');

alter table opening_key enable row level security;
alter table seal enable row level security;
alter table seal_share enable row level security;
alter table seal_recovery enable row level security;

/* The present keys of active members of staff: public parts only. */
create function opening_keys_of(these uuid[]) returns table (user_id uuid, key_id uuid, public_key text) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select k.user_id, k.id, k.public_key from public.opening_key k join public.app_user u on u.id = k.user_id
    where k.user_id = any (these) and k.state = 'living' and u.supplier_id is null and u.state = 'active'
$$;

/* Keeps a new seal with its shares, each for the key its holder has now. */
create function make_seal(p jsonb) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.seal (id, entity, record_id, record_number, public_key, made_by, made_at)
  values ((p ->> 'id')::uuid, p ->> 'entity', (p ->> 'recordId')::uuid, p ->> 'recordNumber', p ->> 'publicKey', (p ->> 'by')::uuid, (p ->> 'at')::timestamptz);
  insert into public.seal_share (seal_id, holder_id, role, key_id, share)
  select (p ->> 'id')::uuid, k.user_id, s ->> 'role', k.id, s ->> 'share'
    from jsonb_array_elements(p -> 'shares') s
    join public.opening_key k on k.id = (s ->> 'keyId')::uuid and k.user_id = (s ->> 'holder')::uuid and k.state = 'living';
  if (select count(*) from public.seal_share where seal_id = (p ->> 'id')::uuid) <> 3
    or (select count(*) from public.seal_share where seal_id = (p ->> 'id')::uuid and role = 'supervisor') <> 1 then
    raise exception 'a seal has two holders and a supervisor, each with a present key' using errcode = '40001';
  end if;
end $$;

/* What content is sealed for, as long as the seal is closed. */
create function seal_public_key(this uuid) returns text language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.public_key from public.seal s where s.id = this and s.state = 'closed'
$$;

/* Who holds a share of a seal and who gave it: nothing of the shares themselves. */
create function seal_progress(this uuid) returns table (state text, opened_at timestamptz, holder_id uuid, name text, role text, given_at timestamptz,
  key_state text, recovery text, recovery_by uuid) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.state, s.opened_at, h.holder_id, u.username, h.role, h.given_at, k.state, r.state, r.asked_by
    from public.seal s join public.seal_share h on h.seal_id = s.id join public.app_user u on u.id = h.holder_id
    join public.opening_key k on k.id = h.key_id
    left join public.seal_recovery r on r.seal_id = s.id and r.state in ('asked', 'confirmed')
    where s.id = this order by h.role, u.username, h.holder_id
$$;

/* Notes that a seal is open; no when fewer than two shares were given, or it was open before. */
create function mark_seal_opened(this uuid, by_user uuid, at timestamptz) returns boolean language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.seal s set state = 'opened', opened_by = by_user, opened_at = at
    where s.id = this and s.state = 'closed' and (select count(*) from public.seal_share h where h.seal_id = s.id and h.given_at is not null) >= 2;
  return found;
end $$;

revoke all on function opening_keys_of(uuid[]), make_seal(jsonb), seal_public_key(uuid), seal_progress(uuid), mark_seal_opened(uuid, uuid, timestamptz) from public;
grant execute on function opening_keys_of(uuid[]), make_seal(jsonb), seal_progress(uuid), mark_seal_opened(uuid, uuid, timestamptz) to app_staff;
grant execute on function seal_public_key(uuid) to app_staff, app_supplier;
`;

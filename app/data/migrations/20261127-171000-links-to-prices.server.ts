/**
 * Links by which people elsewhere read prices that wait for a decision, read one row each beside who opened them. Written by hand. It stays as it is
 * once it has run anywhere.
 */
export const name = "20261127-171000-links-to-prices";

export const up = `
/* Raised by moves on a single link; who made the last of them. */
alter table ticket add column version integer not null default 1;
alter table ticket add column ended_by uuid;
/* Noted once its time is over; what opens is asked of expires_at alone. */
alter table ticket add column lapsed_at timestamptz;
/* Another link was made in its place. */
alter table ticket add column replaced boolean not null default false;
create index ticket_lapse_idx on ticket (expires_at) where lapsed_at is null and revoked_at is null;
grant select (version, ended_by, lapsed_at, replaced) on ticket to app_staff;
/* A decision brings the end forward; nobody puts it off. */
create function shorten_tickets(of_entity text, of_record uuid, of_purpose text, until timestamptz) returns void language sql
security definer set search_path = pg_catalog, public, pg_temp as $$
  update public.ticket set expires_at = until
  where entity = of_entity and record_id = of_record and purpose = of_purpose and revoked_at is null and expires_at > until;
$$;
revoke all on function shorten_tickets(text, uuid, text, timestamptz) from public;
grant execute on function shorten_tickets(text, uuid, text, timestamptz) to app_staff;

/* Nothing of a row opens anything: the hash stays where it is. Whoever asks stands behind the locks of the tables; suppliers hold no right here. */
create view external_quote_view with (security_invoker = true) as
  select t.id, t.tenant_id, t.version,
    case when t.replaced then 'replaced' when t.lapsed_at is not null then 'expired' when t.revoked_at is not null then 'revoked'
      else 'live' end as state,
    case when t.revoked_at is null and t.lapsed_at is null then null else 'live' end as previous_state,
    t.issued_by as created_by, t.issued_at as created_at, t.ended_by as updated_by,
    greatest(t.issued_at, t.revoked_at, t.lapsed_at) as updated_at,
    case when p.id is not null then 'account_price' else 'rfq' end as target_type,
    coalesce(p.number, r.number) as document_no, p.id as account_price_id, r.id as rfq_id,
    coalesce(p.purchase_group_id, r.purchase_group_id) as purchase_group_id,
    (select s.version from record_snapshot s where s.record_id = t.record_id and s.entity = t.entity and s.kind = 'page'
      and s.cause = t.fingerprint) as snapshot_version,
    t.recipient as approver_account, t.issued_at, t.expires_at as expire_at,
    (select count(*)::integer from ticket_visit v where v.ticket_id = t.id) as visit_count,
    (select max(v.at) from ticket_visit v where v.ticket_id = t.id) as last_visit_at,
    t.revoked_at, t.revoke_reason
  from ticket t
    left join account_price p on t.entity = 'price-approval/account-price' and p.id = t.record_id
    left join rfq r on t.entity = 'purchase-management/rfq' and r.id = t.record_id
  where (t.purpose = 'quote-view' and p.id is not null) or (t.purpose = 'approval-view' and r.id is not null);
grant select on external_quote_view to app_staff;
grant update (version, state, previous_state, updated_by, updated_at, revoke_reason) on external_quote_view to app_staff;

create function external_quote_view_changed() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  update public.ticket set version = new.version, ended_by = new.updated_by,
    revoked_at = case when new.state in ('revoked', 'replaced') then coalesce(revoked_at, new.updated_at) else revoked_at end,
    revoke_reason = case when new.state in ('revoked', 'replaced') then new.revoke_reason else revoke_reason end,
    replaced = new.state = 'replaced',
    lapsed_at = case when new.state = 'expired' then coalesce(lapsed_at, new.updated_at)
      when new.state = 'revoked' then null else lapsed_at end
    where id = old.id and version = old.version;
  if not found then return null; end if;
  return new;
end $$;
create trigger external_quote_view_changed instead of update on external_quote_view for each row execute function external_quote_view_changed();
`;

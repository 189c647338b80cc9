/**
 * What is sealed of records until it is opened, and which keys of the installation the database has met, by their fingerprints: written by hand.
 * It stays as it is once it has run anywhere.
 */
export const name = "20261126-150000-sealed-content";

export const up = `
create table sealed_content (
  record_id uuid primary key,
  tenant_id smallint default 1 not null,
  entity text not null,
  supplier_id uuid not null,
  how text not null,
  own_key text,
  wrapped text not null,
  ciphertext text not null,
  fingerprint text not null,
  version integer not null,
  sealed_at timestamptz not null,
  opened_at timestamptz,
  constraint sealed_content_how check (how in ('own', 'sealed')),
  constraint sealed_content_own check ((how = 'own') = (own_key is not null))
);
grant select, insert, update on sealed_content to app_staff, app_supplier;
alter table sealed_content enable row level security;
create policy staff on sealed_content to app_staff using (true) with check (true);
/* Suppliers reach what is sealed of their own records, and what was opened they change no more. */
create policy supplier_read on sealed_content for select to app_supplier
  using (supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid);
create policy supplier_insert on sealed_content for insert to app_supplier
  with check (supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid and opened_at is null);
create policy supplier_update on sealed_content for update to app_supplier
  using (supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid and opened_at is null)
  with check (supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid and opened_at is null);

create table sealing_key (
  fingerprint text primary key,
  tenant_id smallint default 1 not null,
  since timestamptz not null
);
grant select, insert on sealing_key to app_staff;
alter table sealing_key enable row level security;
create policy staff on sealing_key to app_staff using (true) with check (true);
`;

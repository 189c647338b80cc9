/** Tickets that open one document from outside, without a sign-in; and the rights a session was last told about. */
export const name = "0014-tickets";

export const up = `
create table ticket (
  id uuid primary key,
  tenant_id smallint not null default 1,
  /* SHA-256 of the secret in the address; the secret itself is nowhere. */
  hash text not null unique,
  purpose text not null,
  entity text not null,
  record_id uuid not null,
  /* For whom it was made: a supplier's ticket reads as that supplier. */
  supplier_id uuid,
  recipient text,
  oa_number text,
  /* What the document was like when the ticket was made. */
  fingerprint text,
  snapshot jsonb,
  single_use boolean not null default false,
  issued_by uuid,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  revoke_reason text
);
create index ticket_record_idx on ticket (record_id, purpose);
create index ticket_expiry_idx on ticket (expires_at);

create table ticket_visit (
  id uuid primary key,
  ticket_id uuid not null references ticket (id) on delete cascade,
  at timestamptz not null,
  ip text,
  device text
);
create index ticket_visit_ticket_idx on ticket_visit (ticket_id, at);

/* Staff make, list and revoke tickets; nobody reads the hash back, and suppliers have nothing to do here: links are opened by the owner. */
grant insert on ticket to app_staff;
grant select (id, tenant_id, purpose, entity, record_id, supplier_id, recipient, oa_number, fingerprint, snapshot, single_use, issued_by, issued_at,
  expires_at, used_at, revoked_at, revoke_reason) on ticket to app_staff;
grant update (revoked_at, revoke_reason) on ticket to app_staff;
grant select on ticket_visit to app_staff;
alter table ticket enable row level security;
create policy staff on ticket to app_staff using (true) with check (true);
alter table ticket_visit enable row level security;
create policy staff on ticket_visit for select to app_staff using (true);

/* Fingerprint of the rights a session's pages were last drawn with: people are told when they change. */
alter table session add column seen_rights text;
`;

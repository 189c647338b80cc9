/** How outsiders without an account prove that an application is theirs: codes and hashes, nothing that opens anything by itself. */
export const name = "0080-applicants";

export const up = `
create table applicant (
  record_id uuid primary key,
  tenant_id smallint not null default 1,
  entity text not null,
  email text not null,
  /* What limits are counted by beside the mailbox and the address, e.g. the credit code of a company. */
  subject text not null,
  address_key text not null,
  started_at timestamptz not null,
  proven_at timestamptz,
  access_hash text,
  /* The password that waits for the account. */
  password_hash text,
  files_taken integer not null default 0
);
create index applicant_address_idx on applicant (address_key, started_at);
create index applicant_subject_idx on applicant (subject, started_at);

/* Codes sent to mailboxes; only the newest of an application counts. */
create table applicant_code (
  id uuid primary key,
  record_id uuid not null references applicant (record_id) on delete cascade,
  email text not null,
  address_key text not null,
  hash text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0
);
create index applicant_code_record_idx on applicant_code (record_id, sent_at);
create index applicant_code_email_idx on applicant_code (email, sent_at);

/* Applications are changed by the system, as staff; suppliers and their people have nothing to do with them. */
grant select, insert, update on applicant, applicant_code to app_staff;
alter table applicant enable row level security;
create policy staff on applicant to app_staff using (true) with check (true);
alter table applicant_code enable row level security;
create policy staff on applicant_code to app_staff using (true) with check (true);
`;

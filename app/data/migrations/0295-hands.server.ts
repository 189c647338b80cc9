/** Written by hand. It stays as it is once it has run anywhere. */
export const name = "0295-hands";

export const up = `
create table document_hand (
  record_id uuid not null,
  user_id uuid not null,
  entity text not null,
  accepted boolean not null,
  at timestamptz not null,
  primary key (record_id, user_id)
);
create index document_hand_user_idx on document_hand (user_id);
grant select, insert, update, delete on document_hand to app_staff;
alter table document_hand enable row level security;
create policy staff on document_hand to app_staff using (true) with check (true);
`;

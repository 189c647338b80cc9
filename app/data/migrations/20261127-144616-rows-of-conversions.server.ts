/** The lines of which documents are made beside the page, by their task. Written by hand. It stays as it is once it has run anywhere. */
export const name = "20261127-144616-rows-of-conversions";

export const up = `
create table conversion_row (
  id uuid primary key,
  task_id uuid not null references conversion_task(id) on delete cascade,
  row_no integer not null,
  line_id uuid not null,
  label text not null,
  /* Lines of the same group may stand on one document. */
  group_key text not null,
  /* As it was proposed or typed: judged when the document is made. */
  quantity text not null,
  state text not null,
  reason text,
  record_id uuid,
  record_number text,
  constraint conversion_row_state check (state in ('new', 'done', 'failed'))
);
create index conversion_row_task_idx on conversion_row (task_id, state, row_no);
grant select, insert, update on conversion_row to app_staff;
alter table conversion_row enable row level security;
create policy staff on conversion_row to app_staff using (true) with check (true);
`;

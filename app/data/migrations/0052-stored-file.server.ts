/** Files that people bring in: what they are and where they belong; their bytes lie in the file store. */
export const name = "0052-stored-file";

export const up = `
create table stored_file (
  id uuid primary key,
  tenant_id smallint not null default 1,
  /* The field it was brought in for: what it may be was judged by that field's rules. */
  entity text not null,
  field text not null,
  /* As people know it, without folders. */
  name text not null,
  /* Found in the content, not taken from the sender; null until all of it is there. */
  type text,
  size bigint not null,
  sha256 text,
  /* arriving: pieces are missing; whole: it is there. */
  state text not null default 'arriving',
  received bigint not null default 0,
  /* What the sender of pieces knows the content by, so that it goes on with the same file only. */
  mark text,
  /* off: nobody scans; waiting, clean, infected. */
  scan text not null default 'off',
  scan_tries integer not null default 0,
  scan_word text,
  scanned_at timestamptz,
  uploaded_by uuid not null,
  uploaded_at timestamptz not null,
  /* The record it belongs to, from the save on that put it there. */
  record_id uuid,
  attached_at timestamptz,
  /* When the house-keeping first found that no record names it any more. */
  released_at timestamptz
);
create index stored_file_record_idx on stored_file (record_id);
create index stored_file_loose_idx on stored_file (uploaded_at) where record_id is null;
create index stored_file_scan_idx on stored_file (uploaded_at) where scan = 'waiting';

/* Pieces of a file that arrives, in the order in which they came; the bytes lie in the file store. */
create table stored_file_piece (
  file_id uuid not null references stored_file (id) on delete cascade,
  start bigint not null,
  size bigint not null,
  store_key text not null,
  primary key (file_id, start)
);

/* A save looks at what its own person brought in and gives it to the record; everything else is done by the owner. */
grant select on stored_file to app_staff, app_supplier;
grant update (record_id, attached_at) on stored_file to app_staff, app_supplier;
alter table stored_file enable row level security;
create policy own_upload on stored_file to app_staff, app_supplier
  using (uploaded_by::text = current_setting('app.user_id', true))
  with check (uploaded_by::text = current_setting('app.user_id', true));
alter table stored_file_piece enable row level security;
`;

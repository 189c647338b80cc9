/** Roles of the database, and the tables that no definition makes. Written by hand; it stays as it is once it has run anywhere. */
export const core = `
do $$ begin
  if not exists (select 1 from pg_roles where rolname = 'app_staff') then create role app_staff nologin; end if;
  if not exists (select 1 from pg_roles where rolname = 'app_supplier') then create role app_supplier nologin; end if;
end $$;
grant app_staff to current_user;
grant app_supplier to current_user;
grant usage on schema public to app_staff, app_supplier;

/* Counted by a sequence and not by day: whatever announces something writes letters, and must not wait for others that do. */
create sequence mail_no_seq;
/* Numbers of the log: no counter that transactions would wait for each other at. */
create sequence interface_log_number_seq;
grant usage on sequence interface_log_number_seq to app_staff;

/* Accounts, roles and what they may */
create table app_user (
  id uuid primary key,
  tenant_id smallint not null default 1,
  accountname text not null,
  username text not null,
  user_type text not null,
  supplier_id uuid,
  email text,
  phone text,
  factory_scope text not null default 'listed',
  purchase_group_scope text not null default 'listed',
  material_scope text not null default 'listed',
  state text not null default 'active',
  block_reason text,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  search_text text,
  search_grams text[],
  sex text,
  cardid text,
  birthday date,
  educationalhistory text,
  professional text,
  position text,
  startfromdate date,
  description text,
  /* local | mdm: who keeps name, position and first day. */
  source text not null default 'local',
  /* Names the picture of user_avatar; another picture has another name, so that browsers may keep it. */
  avatar text,
  status text generated always as (state) stored,
  previous_state text,
  rank integer not null default 0,
  is_binding boolean default false,
  work_no text,
  purchase_org_id uuid,
  purchase_group_id uuid,
  valid_until date,
  role_names text,
  last_login_at timestamptz,
  stopped_at timestamptz,
  /* Whom a step asks that names the superior of whoever asks for approval. */
  superior_id uuid references app_user(id) on delete restrict,
  constraint app_user_type_check check (((user_type = 'supplier') = (supplier_id is not null))),
  constraint app_user_work_no_key unique (tenant_id, work_no)
);
create unique index app_user_accountname_key on app_user (tenant_id, lower(accountname));
create index app_user_created_at_idx on app_user (created_at);
create index app_user_list_idx on app_user (user_type, state) include (role_names, is_binding);
create index app_user_purchase_group_id_idx on app_user (purchase_group_id);
create index app_user_purchase_org_id_idx on app_user (purchase_org_id);
create index app_user_search_idx on app_user using gin (search_grams) with (fastupdate = off);
create index app_user_state_idx on app_user (state);
create index app_user_superior_id_idx on app_user (superior_id);
create index app_user_supplier_idx on app_user (supplier_id);
create index app_user_unread_idx on app_user (id) where (search_grams is null);
grant select, insert, update, delete on app_user to app_staff;
grant select (id, tenant_id, accountname, username, user_type, supplier_id, email, phone, state, block_reason, version, created_by, created_at, updated_by, updated_at, search_text, search_grams, previous_state, rank, is_binding, valid_until, role_names, last_login_at, stopped_at) on app_user to app_supplier;
grant update (state, block_reason, version, updated_by, updated_at, previous_state, stopped_at) on app_user to app_supplier;

create table user_secret (
  user_id uuid primary key references app_user(id) on delete cascade,
  password_hash text not null,
  must_change boolean not null default false,
  changed_at timestamptz not null default now(),
  /* Where a way back into the account may be sent; changed only with the password. */
  recover_email text,
  /* A password made by somebody else is good until then. Staff may set passwords and read none. */
  expires_at timestamptz
);
grant insert, update on user_secret to app_staff;
grant select (user_id) on user_secret to app_staff;

/* Hashes of passwords that were in use before the present one. */
create table password_history (
  id uuid primary key,
  user_id uuid not null references app_user(id) on delete cascade,
  password_hash text not null,
  ended_at timestamptz not null
);
create index password_history_user_idx on password_history (user_id, ended_at);

/* Made anew by the server from what was uploaded: 256 x 256, JPEG. */
create table user_avatar (
  user_id uuid primary key references app_user(id) on delete cascade,
  picture bytea not null,
  stored_at timestamptz not null
);

create table user_preference (
  user_id uuid primary key references app_user(id) on delete cascade,
  preferences jsonb not null
);
grant select, insert, update, delete on user_preference to app_staff;
grant select, insert, update on user_preference to app_supplier;

create table role (
  code text,
  name text not null,
  audience text not null,
  rank integer not null,
  enabled boolean not null default true,
  id uuid not null default gen_random_uuid() unique,
  tenant_id smallint not null default 1,
  built_in boolean not null default false,
  remark text,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  search_text text,
  search_grams text[],
  data_scope text not null,
  home_id uuid,
  constraint role_code_key primary key (code)
);
create index role_home_id_idx on role (home_id);
create index role_search_idx on role using gin (search_grams) with (fastupdate = off);
grant select, insert, update, delete on role to app_staff;

/* Roles that nobody holds together; each pair once. */
create table role_exclusive (
  role_code text references role(code) on delete cascade,
  other_code text references role(code) on delete cascade,
  constraint role_exclusive_check check ((role_code < other_code)),
  primary key (role_code, other_code)
);
grant select, insert, update, delete on role_exclusive to app_staff;

create table user_role (
  user_id uuid references app_user(id) on delete cascade,
  role_code text references role(code),
  /* Roles are given for good or for some days. */
  valid_from date,
  valid_until date,
  granted_by uuid,
  granted_at timestamptz not null default now(),
  primary key (user_id, role_code)
);
create index user_role_role_idx on user_role (role_code);
grant select, insert, update, delete on user_role to app_staff;

create table user_scope (
  user_id uuid references app_user(id) on delete cascade,
  kind text,
  target_id uuid,
  primary key (user_id, kind, target_id)
);
create index user_scope_target_idx on user_scope (target_id);
grant select, insert, update, delete on user_scope to app_staff;

create table resource (
  type text not null,
  name text not null unique,
  title text not null,
  path text,
  component text,
  redirect text,
  icon text,
  sort_no integer not null,
  show boolean not null default true,
  hide_children boolean not null default false,
  hidden_header_content boolean not null default false,
  target text,
  enabled boolean not null default true,
  id uuid default gen_random_uuid() primary key,
  tenant_id smallint not null default 1,
  parent_id uuid references resource(id) on delete restrict,
  keep_tab boolean not null default true,
  allowed_actions jsonb,
  built_in boolean not null default false,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now(),
  search_text text,
  search_grams text[]
);
create index resource_parent_id_idx on resource (parent_id);
create index resource_search_idx on resource using gin (search_grams) with (fastupdate = off);
create index resource_sort_no_idx on resource (sort_no);
grant select, insert, update, delete on resource to app_staff;

create table role_permission (
  role_code text references role(code) on delete cascade,
  permission_id text,
  action text,
  primary key (role_code, permission_id, action)
);
grant select, insert, update, delete on role_permission to app_staff;

/* One row that every change of users, roles or resources counts up: caches compare it once per request. */
create table permission_version (
  id smallint primary key,
  version integer not null
);
grant select, update on permission_version to app_staff;

/* Signing in */
create table session (
  id_hash text primary key,
  user_id uuid not null references app_user(id) on delete cascade,
  csrf text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  last_seen_at timestamptz not null,
  ip text,
  device text,
  channel text not null,
  current_top text,
  ended_at timestamptz,
  end_reason text,
  /*
 * The token of a session is renewed while the session goes on, so its hash is no longer what the session is called by. The token
 * before it stays good for a moment, for requests that were under way.
 */
  token_hash text not null,
  token_at timestamptz,
  prev_hash text,
  prev_until timestamptz,
  /* Judged from what was typed: the stored hash does not tell. */
  weak_password boolean not null default false,
  /* Whether home still offers the pages of the session before. */
  offers_tabs boolean not null default true,
  /* When this session last proved the password. Empty: when it began, if it began with one. */
  pwd_verified_at timestamptz,
  /* Fingerprint of the rights a session's pages were last drawn with: people are told when they change. */
  seen_rights text,
  /* A session as others name it; its hashes stay what they are: nobody's business. */
  id uuid not null default gen_random_uuid(),
  version integer not null default 1,
  ended_by uuid references app_user(id)
);
create index session_expiry_idx on session (expires_at);
create unique index session_id_key on session (id);
create index session_prev_idx on session (prev_hash) where (prev_hash is not null);
create index session_seen_idx on session (last_seen_at desc);
create unique index session_token_key on session (token_hash);
create index session_user_idx on session (user_id);

create table login_attempt (
  account text primary key,
  failed integer not null,
  first_at timestamptz not null,
  locked_until timestamptz
);
grant select, insert, update, delete on login_attempt to app_staff;

/* Wrong passwords by the address they came from, whatever account they were meant for. */
create table login_address (
  address text primary key,
  failed integer not null,
  first_at timestamptz not null
);

/* Where a person has signed in before: the secret of a browser, or address and program where there is none. Hashes only. */
create table known_device (
  user_id uuid references app_user(id) on delete cascade,
  key_hash text,
  /* browser | place; only the first is proof. */
  kind text not null,
  label text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (user_id, key_hash)
);
create index known_device_last_idx on known_device (last_at);

/* Who came, who was refused, who left. Columns as a register of definitions has them. */
create table login_log (
  id uuid primary key,
  tenant_id smallint not null default 1,
  created_at timestamptz not null,
  /* Empty for a name that nobody has. */
  user_id uuid references app_user(id) on delete cascade,
  supplier_id uuid,
  /* As typed; a name that nobody has is masked, for it may be a password. */
  account text not null,
  /* login | logout | expire | kick | lock */
  event text not null,
  /* ok | fail */
  result text not null,
  reason text,
  /* password | single | recover */
  channel text not null,
  ip text,
  device text,
  is_new_device boolean not null default false,
  session_id text
);
create index login_log_account_idx on login_log (account, created_at desc);
create index login_log_at_idx on login_log (created_at desc);
create index login_log_ip_idx on login_log (ip, created_at desc);
create index login_log_user_idx on login_log (user_id, created_at desc);
grant select on login_log to app_staff;

/* Key of this installation for what it gives away and takes back without keeping it: picture sums, device secrets. */
create table installation_secret (
  name text primary key,
  value text not null
);

/* What may be used once and was: picture sums, signed requests. Kept until it would be refused anyway. */
create table used_proof (
  proof text primary key,
  until timestamptz not null
);
create index used_proof_until_idx on used_proof (until);

/* Sign-in for another system's person, once. */
create table sign_in_ticket (
  hash text primary key,
  user_id uuid not null references app_user(id) on delete cascade,
  redirect text not null,
  issued_by text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_ticket_expiry_idx on sign_in_ticket (expires_at);

/* Somebody asked for a new password. */
create table password_recovery (
  id uuid primary key,
  user_id uuid not null references app_user(id) on delete cascade,
  asked_at timestamptz not null,
  ip text,
  used_at timestamptz
);
create index password_recovery_user_idx on password_recovery (user_id, asked_at);

/* Links that were sent for it: made when the mail leaves, so that nothing stored opens an account. */
create table password_recovery_link (
  hash text primary key,
  recovery_id uuid not null references password_recovery(id) on delete cascade,
  expires_at timestamptz not null
);

/* What a person keeps for itself: open pages, lists as they were left, drafts, favourites */
/* Read and written as owner only, like the session it belongs to: no grant for the roles of people. */
create table user_tab (
  session_hash text references session(id_hash) on delete cascade,
  /* Path of the page with what names its record; filters, pages and sorts are no part of it. */
  key text,
  /* The page as it was left, below the base path. */
  url text not null,
  title text not null,
  top_id text,
  pinned boolean not null default false,
  position integer not null,
  last_at timestamptz not null,
  primary key (session_hash, key)
);

create table notice (
  id uuid primary key,
  session_hash text not null references session(id_hash) on delete cascade,
  level text not null,
  title text,
  body text not null,
  msg text,
  created_at timestamptz not null,
  sticky boolean not null default false
);
create index notice_session_idx on notice (session_hash);

/* Menu entries by permission name: one that is gone, or may not be opened any more, is not shown. */
create table menu_favourite (
  user_id uuid references app_user(id) on delete cascade,
  name text,
  added_at timestamptz not null,
  primary key (user_id, name)
);
grant select, insert, update, delete on menu_favourite to app_staff, app_supplier;

create table menu_visit (
  user_id uuid references app_user(id) on delete cascade,
  name text,
  at timestamptz not null,
  primary key (user_id, name)
);
grant select, insert, update, delete on menu_visit to app_staff, app_supplier;

/* A list as a person left it and named it: the query part of its address. */
create table saved_view (
  id uuid primary key,
  tenant_id smallint not null default 1,
  user_id uuid not null references app_user(id) on delete cascade,
  screen text not null,
  name text not null,
  query text not null,
  is_default boolean not null default false,
  created_at timestamptz not null
);
create unique index saved_view_default_key on saved_view (user_id, screen) where is_default;
create unique index saved_view_name_key on saved_view (user_id, screen, name);
grant select, insert, update, delete on saved_view to app_staff, app_supplier;

/* Columns a person chose for a list, in order. */
create table list_columns (
  user_id uuid references app_user(id) on delete cascade,
  screen text,
  columns text[] not null,
  primary key (user_id, screen)
);
grant select, insert, update, delete on list_columns to app_staff, app_supplier;

/* What was typed into a form and not yet saved; found again by its address. */
create table form_draft (
  id uuid primary key,
  user_id uuid not null references app_user(id) on delete cascade,
  address text not null,
  title text not null,
  body jsonb not null,
  saved_at timestamptz not null
);
create index form_draft_address_idx on form_draft (user_id, address, saved_at desc);
create index form_draft_saved_idx on form_draft (saved_at);
grant select, insert, update, delete on form_draft to app_staff, app_supplier;

/* A warning that was put away never returns in the same stage; what gets worse is another stage. */
create table warning_dismissal (
  user_id uuid references app_user(id) on delete cascade,
  kind text,
  object_id uuid,
  stage text,
  at timestamptz not null,
  primary key (user_id, kind, object_id, stage)
);
grant select, insert on warning_dismissal to app_staff, app_supplier;

/* How a long action ended, for the person who did it; read only in the session it was done in. */
create table result_page (
  id uuid primary key,
  session_hash text not null references session(id_hash) on delete cascade,
  /* success | error */
  kind text not null,
  body jsonb not null,
  expires_at timestamptz not null
);
create index result_page_expiry_idx on result_page (expires_at);
create index result_page_session_idx on result_page (session_hash);

/* The trail, numbers, requests that came twice, searches, files */
create table audit_log (
  id uuid primary key,
  tenant_id smallint not null default 1,
  at timestamptz not null,
  user_id uuid,
  user_name text not null,
  user_supplier_id uuid,
  entity text not null,
  record_id uuid not null,
  record_number text,
  action text not null,
  label text not null,
  changes jsonb not null,
  reason text,
  /* What suppliers must not read although they may read the row: hidden fields, internal reasons. */
  staff_changes jsonb not null default '[]',
  staff_reason text,
  request_id text not null,
  ip text,
  channel text not null,
  /* Suppliers that see the record after this change; they may read the row, less what is hidden from them. */
  suppliers uuid[] not null default '{}'::uuid[]
);
create index audit_log_action_idx on audit_log (action, at desc);
create index audit_log_at_idx on audit_log (at);
create index audit_log_entity_idx on audit_log (entity, action, at desc);
/* Numbers are asked for by how they begin. */
create index audit_log_number_idx on audit_log (record_number text_pattern_ops) where (record_number is not null);
create index audit_log_record_idx on audit_log (record_id, at);
create index audit_log_user_idx on audit_log (user_id, at desc);
grant select, insert on audit_log to app_staff;
grant insert on audit_log to app_supplier;
grant select (id, tenant_id, at, user_id, user_name, user_supplier_id, entity, record_id, record_number, action, label, changes, reason, suppliers) on audit_log to app_supplier;

/* What was sent about a person, kept only until it is carried out or given up: the log itself holds nothing that is not masked. */
create table user_log_payload (
  row_id uuid primary key,
  body jsonb not null,
  stored_at timestamptz not null
);
create index user_log_payload_stored_idx on user_log_payload (stored_at);
grant select, insert, update, delete on user_log_payload to app_staff;

create table number_counter (
  series text primary key,
  last integer not null
);
grant select on number_counter to app_staff;

create table request_repeat (
  user_id uuid,
  request_id text,
  at timestamptz not null,
  /* What was asked under this id; the same id for something else is refused. */
  fingerprint text not null,
  answer jsonb,
  primary key (user_id, request_id)
);
create index request_repeat_at_idx on request_repeat (at);
grant select, insert, update on request_repeat to app_staff, app_supplier;

/* How far the search columns of a table have been filled, and by which rules (\`engine/search/upkeep\`). Owner only. */
create table search_progress (
  table_name text primary key,
  /* What the columns are made of; they are made anew when it changes. */
  rules text not null,
  /* The last row that was read; null: none yet. */
  reached uuid,
  complete boolean not null default false
);

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
create index stored_file_loose_idx on stored_file (uploaded_at) where (record_id is null);
create index stored_file_record_idx on stored_file (record_id);
create index stored_file_scan_idx on stored_file (uploaded_at) where (scan = 'waiting');
create index stored_file_sha256_idx on stored_file (sha256) where (record_id is not null);
grant select on stored_file to app_staff, app_supplier;
grant update (record_id, attached_at) on stored_file to app_staff, app_supplier;

/* Pieces of a file that arrives, in the order in which they came; the bytes lie in the file store. */
create table stored_file_piece (
  file_id uuid references stored_file(id) on delete cascade,
  start bigint,
  size bigint not null,
  store_key text not null,
  primary key (file_id, start)
);

/* What people say to each other and are told */
create table record_comment (
  id uuid primary key,
  tenant_id smallint not null default 1,
  at timestamptz not null,
  user_id uuid not null references app_user(id),
  user_name text not null,
  user_supplier_id uuid,
  entity text not null,
  record_id uuid not null,
  body text not null,
  /* Written for colleagues: suppliers never read it. */
  staff_only boolean not null,
  mentions uuid[] not null default '{}'::uuid[],
  /* Suppliers that see the record when the comment is written. */
  suppliers uuid[] not null default '{}'::uuid[]
);
create index record_comment_record_idx on record_comment (record_id, at);
grant select, insert on record_comment to app_staff, app_supplier;

create table record_watch (
  user_id uuid references app_user(id) on delete cascade,
  entity text,
  record_id uuid,
  since timestamptz not null,
  primary key (user_id, entity, record_id)
);
create index record_watch_record_idx on record_watch (record_id);
grant select, insert, update, delete on record_watch to app_staff, app_supplier;

/* What happened to records a person watches or was named on. */
create table inbox (
  id uuid primary key,
  user_id uuid not null references app_user(id) on delete cascade,
  at timestamptz not null,
  /* mention | watch */
  kind text not null,
  entity text,
  record_id uuid,
  /* The record as people call it, e.g. its number. */
  title text not null,
  /* What happened, one sentence. */
  body text not null,
  from_user uuid,
  from_name text not null,
  read_at timestamptz,
  /* The event it tells of; entries from before have none. */
  scenario text,
  /* info | todo | warning | security */
  level text not null default 'info',
  /* Where it leads, instead of the record. */
  path text,
  /* How often it happened since the entry was written. */
  times integer not null default 1,
  /* A person's own messages: marked, and thrown away. */
  starred boolean not null default false,
  sticky boolean not null default false
);
create index inbox_sticky_idx on inbox (user_id) where sticky;
create index inbox_unread_idx on inbox (user_id, record_id) where (read_at is null);
create index inbox_user_idx on inbox (user_id, at desc);
grant select, delete on inbox to app_staff, app_supplier;
grant update (read_at, starred) on inbox to app_staff, app_supplier;

/* Letters wait here from the transaction that gave reason for them until a mail server has taken them. */
create table mail_outbox (
  id uuid primary key,
  tenant_id smallint not null default 1,
  created_at timestamptz not null default now(),
  user_id uuid references app_user(id) on delete cascade,
  recipient text,
  subject text not null,
  /* {link} stands for a link that is made when the letter leaves. */
  body text not null,
  link_kind text,
  link_id uuid,
  /* queued | sending | sent | failed | dropped */
  state text not null default 'queued',
  attempts integer default 0,
  next_at timestamptz default now(),
  last_error text,
  sent_at timestamptz,
  /* Where a letter leads, below the portal's own address. */
  path text,
  scenario text,
  version integer not null default 1,
  previous_state text,
  created_by uuid,
  updated_by uuid,
  updated_at timestamptz not null default now(),
  record_number text,
  /* Who has taken it, and since when it is being handed over. */
  claim text,
  handed_at timestamptz,
  /* A hand-over was cut off: the mail server may have it. */
  is_uncertain boolean not null default false,
  supplier_id uuid,
  cc text,
  attachments jsonb,
  send_after timestamptz,
  /* Letters to the other addresses go when the first one does. */
  first_id uuid references mail_outbox(id) on delete cascade,
  mail_no text
);
create index mail_outbox_created_by_idx on mail_outbox (created_by, created_at desc) where (created_by is not null);
create index mail_outbox_created_idx on mail_outbox (created_at desc);
create index mail_outbox_due_idx on mail_outbox (next_at) where (state = any (array['queued', 'sending']));
create index mail_outbox_first_id_idx on mail_outbox (first_id) where (first_id is not null);
create index mail_outbox_mail_no_idx on mail_outbox (mail_no text_pattern_ops);
create index mail_outbox_number_idx on mail_outbox (record_number text_pattern_ops) where (record_number is not null);
create index mail_outbox_supplier_id_idx on mail_outbox (supplier_id) where (supplier_id is not null);
grant select, insert, update, delete on mail_outbox to app_staff;

/* To whom, by which channel and with which words something was announced; what became of a letter stands with the letter. */
create table msg_send_record (
  id uuid primary key,
  tenant_id smallint not null default 1,
  at timestamptz not null,
  scenario text not null,
  channel text not null,
  user_id uuid references app_user(id) on delete set null,
  receiver text not null,
  address text,
  record_number text,
  title text not null,
  content text not null,
  skip_reason text,
  /* Kept for the daily letter. */
  is_held boolean not null default false,
  inbox_id uuid,
  mail_id uuid,
  version integer not null default 1,
  recalled_at timestamptz,
  recalled_by uuid references app_user(id) on delete set null,
  /* What a message is about, and the one somebody wrote. Rows from before say neither. */
  entity text,
  record_id uuid,
  composed_id uuid,
  sent_by uuid
);
create index msg_send_record_at_idx on msg_send_record (at desc);
create index msg_send_record_composed_idx on msg_send_record (composed_id) where (composed_id is not null);
create index msg_send_record_held_idx on msg_send_record (user_id) where (is_held and (mail_id is null));
create index msg_send_record_mail_idx on msg_send_record (mail_id) where (mail_id is not null);
create index msg_send_record_number_idx on msg_send_record (record_number text_pattern_ops) where (record_number is not null);
create index msg_send_record_sent_by_idx on msg_send_record (sent_by, at desc) where (sent_by is not null);
create index msg_send_record_user_idx on msg_send_record (user_id, at desc);

/* What a person does not want to hear about; no row means that it is told. */
create table notification_choice (
  user_id uuid references app_user(id) on delete cascade,
  /* mention | watch */
  scenario text,
  wanted boolean not null,
  /* Letters of a scenario a person wants: now | daily | off; nothing: now. The column "wanted" is about messages in the portal. */
  mail text,
  primary key (user_id, scenario)
);
grant select, insert, update on notification_choice to app_staff, app_supplier;

/* Hours between which letters to a person wait, instead of those of the company; the same twice: none. */
create table notification_person (
  user_id uuid primary key references app_user(id) on delete cascade,
  quiet_from smallint not null,
  quiet_to smallint not null
);
grant select, insert, update, delete on notification_person to app_staff, app_supplier;

/* Whom an event is still to be told to, once what caused it is stored: who it is and whether they may know is looked up then. */
create table news_later (
  id bigint generated always as identity primary key,
  tenant_id smallint not null default 1,
  at timestamptz not null,
  wish jsonb not null,
  attempts integer not null default 0
);
grant select, update, delete on news_later to app_staff;

/* What jobs have told people of, so that each thing is told once however often they run. */
create table news_once (
  scenario text,
  about text,
  at timestamptz not null,
  tenant_id smallint default 1,
  primary key (tenant_id, scenario, about)
);
create index news_once_at_idx on news_once (at);
grant select, insert on news_once to app_staff;

/* Suppliers chosen by name or class when news were published; the wall of news looks here. */
create table news_supplier (
  news_id uuid,
  supplier_id uuid,
  tenant_id smallint default 1,
  primary key (tenant_id, news_id, supplier_id)
);
create index news_supplier_supplier_idx on news_supplier (supplier_id, news_id);
grant select, insert, delete on news_supplier to app_staff;
grant select on news_supplier to app_supplier;

/* Approval */
/* A flow as it was published; cases go by the version they began with. */
create table approval_flow_version (
  id uuid primary key,
  tenant_id smallint not null default 1,
  flow_id uuid not null,
  version integer not null,
  document text not null,
  priority integer not null,
  definition jsonb not null,
  published_at timestamptz not null,
  published_by uuid,
  constraint approval_flow_version_key unique (flow_id, version)
);
create index approval_flow_version_document_idx on approval_flow_version (document);
grant select, insert on approval_flow_version to app_staff;

create table approval_case (
  id uuid primary key,
  tenant_id smallint not null default 1,
  entity text not null,
  record_id uuid not null,
  record_number text,
  title text not null,
  flow_id uuid not null,
  flow_version integer not null,
  flow_name text not null,
  move text not null,
  made jsonb not null,
  state text not null,
  since_version integer not null,
  started_by uuid,
  started_by_name text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  constraint approval_case_state_check check ((state = any (array['open', 'approved', 'rejected', 'sent_back', 'withdrawn']))),
  constraint approval_case_flow_fkey foreign key (flow_id, flow_version) references approval_flow_version(flow_id, version)
);
create index approval_case_flow_idx on approval_case (flow_id, flow_version);
/* One document waits in one case at most, whatever two people do at once. */
create unique index approval_case_open_key on approval_case (entity, record_id) where (state = 'open');
create index approval_case_record_idx on approval_case (entity, record_id, started_at desc);
grant select, insert on approval_case to app_staff;
grant update (state, ended_at) on approval_case to app_staff;

create table approval_step (
  id uuid primary key,
  tenant_id smallint not null default 1,
  case_id uuid not null references approval_case(id) on delete restrict,
  seq integer not null,
  stage integer not null,
  state text not null,
  definition jsonb not null,
  opened_at timestamptz,
  due_at timestamptz,
  reminded_at timestamptz,
  escalated_at timestamptz,
  ended_at timestamptz,
  constraint approval_step_state_check check ((state = any (array['waiting', 'open', 'approved', 'rejected', 'sent_back', 'skipped', 'dropped'])))
);
create index approval_step_case_idx on approval_step (case_id);
create index approval_step_due_idx on approval_step (due_at) where (state = 'open');
grant select, insert on approval_step to app_staff;
grant update (state, opened_at, due_at, reminded_at, escalated_at, ended_at) on approval_step to app_staff;

create table approval_asked (
  id uuid primary key,
  tenant_id smallint not null default 1,
  step_id uuid not null references approval_step(id) on delete restrict,
  case_id uuid not null references approval_case(id) on delete restrict,
  user_id uuid,
  name text not null,
  came_by text not null,
  from_name text,
  state text not null,
  asked_at timestamptz not null,
  acted_by uuid,
  acted_name text,
  note text,
  acted_at timestamptz,
  constraint approval_asked_came_by_check check ((came_by = any (array['flow', 'hand_over', 'escalation']))),
  constraint approval_asked_state_check check ((state = any (array['open', 'approved', 'rejected', 'sent_back', 'handed_over', 'dropped'])))
);
create index approval_asked_acted_idx on approval_asked (acted_at desc) where (acted_at is not null);
create index approval_asked_case_idx on approval_asked (case_id);
create index approval_asked_step_idx on approval_asked (step_id);
create index approval_asked_user_idx on approval_asked (user_id) where (state = 'open');
grant select, insert on approval_asked to app_staff;
grant update (state, acted_by, acted_name, note, acted_at) on approval_asked to app_staff;

/* Which moves submit, decide or take back; a kind of document that comes later adds its rows. */
create table approval_move (
  entity text,
  action text,
  decision text not null,
  constraint approval_move_decision_check check ((decision = any (array['submit', 'approve', 'reject', 'send_back', 'withdraw']))),
  primary key (entity, action)
);
grant select on approval_move to app_staff;

/* Links without an account, and applicants */
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
create index ticket_expiry_idx on ticket (expires_at);
create index ticket_record_idx on ticket (record_id, purpose);
grant insert on ticket to app_staff;
grant select (id, tenant_id, purpose, entity, record_id, supplier_id, recipient, oa_number, fingerprint, snapshot, single_use, issued_by, issued_at, expires_at, used_at, revoked_at, revoke_reason) on ticket to app_staff;
grant update (revoked_at, revoke_reason) on ticket to app_staff;

create table ticket_visit (
  id uuid primary key,
  ticket_id uuid not null references ticket(id) on delete cascade,
  at timestamptz not null,
  ip text,
  device text
);
create index ticket_visit_ticket_idx on ticket_visit (ticket_id, at);
grant select on ticket_visit to app_staff;

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
grant select, insert, update on applicant to app_staff;

/* Codes sent to mailboxes; only the newest of an application counts. */
create table applicant_code (
  id uuid primary key,
  record_id uuid not null references applicant(record_id) on delete cascade,
  email text not null,
  address_key text not null,
  hash text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0
);
create index applicant_code_email_idx on applicant_code (email, sent_at);
create index applicant_code_record_idx on applicant_code (record_id, sent_at);
grant select, insert, update on applicant_code to app_staff;

/* Work beside the requests: imports, exports, reports, calls */
/* What a file said, kept until it is carried out or given up, and what became of its rows. Seen through the batch alone. */
create table import_file (
  batch_id uuid primary key,
  headings jsonb not null,
  paths jsonb not null,
  stored_at timestamptz not null
);
create index import_file_stored_idx on import_file (stored_at);
grant select, insert, update, delete on import_file to app_staff;

create table import_row (
  id uuid primary key,
  batch_id uuid not null,
  row_no integer not null,
  cells jsonb not null,
  state text not null,
  op text,
  label text,
  changes text,
  error text,
  record_id uuid
);
create index import_row_batch_idx on import_row (batch_id, row_no);
grant select, insert, update, delete on import_row to app_staff;

/* What a task asks for and how far it has come: changes every second while it is made. Seen through the task alone. */
create table export_work (
  task_id uuid primary key,
  wish jsonb not null,
  mark text not null,
  worker text,
  beat_at timestamptz,
  attempt integer not null,
  done integer not null,
  expected integer,
  rights text
);
grant select, insert, update, delete on export_work to app_staff;

create table report_run (
  id uuid primary key,
  tenant_id smallint not null default 1,
  report_id uuid,
  report_name text not null,
  user_id uuid references app_user(id) on delete set null,
  run_by text not null,
  format text not null,
  conditions text,
  task_id uuid unique,
  status text not null,
  row_count integer,
  message text,
  started_at timestamptz not null,
  ended_at timestamptz
);
create index report_run_report_id_idx on report_run (report_id, started_at desc);
create index report_run_started_at_idx on report_run (started_at desc);
create index report_run_user_id_idx on report_run (user_id, started_at desc);
grant select, insert, update on report_run to app_staff;

/*
 * What leaves, word for word; the log shows it with the secrets masked. Kept until the other side has it, written by those who cause
 * calls, read by nobody but the sender.
 */
create table interface_payload (
  log_id uuid primary key,
  body jsonb not null,
  /* A link that is made when the call leaves, so that nothing stored opens a page. */
  link jsonb
);
grant insert on interface_payload to app_staff;
`;

/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0180-registration-invite";

export const up = `
create table "registration_invite" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "email" text not null,
  "company" text,
  "prequalification_id" uuid,
  "note" text,
  "code" text,
  "inviter_id" uuid,
  "valid_to" date,
  "registration_id" uuid,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "registration_invite_number_key" unique ("tenant_id", "number"),
  constraint "registration_invite_code_key" unique ("tenant_id", "code")
);
create index if not exists "registration_invite_state_idx" on "registration_invite" ("state");
create index if not exists "registration_invite_prequalification_id_idx" on "registration_invite" ("prequalification_id");
create index if not exists "registration_invite_inviter_id_idx" on "registration_invite" ("inviter_id");
create index if not exists "registration_invite_registration_id_idx" on "registration_invite" ("registration_id");
create index if not exists "registration_invite_number_idx" on "registration_invite" ("number");
create index if not exists "registration_invite_search_idx" on "registration_invite" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "registration_invite" to app_staff;
alter table "registration_invite" enable row level security;
create policy staff on "registration_invite" to app_staff using (true) with check (true);
alter table "supplier_registration" add column "invite_code" text;
alter table "supplier_registration" add column "inviter_id" uuid;
alter table "supplier_registration" add column "prequalification_id" uuid;
create index if not exists "supplier_registration_inviter_id_idx" on "supplier_registration" ("inviter_id");
create index if not exists "supplier_registration_prequalification_id_idx" on "supplier_registration" ("prequalification_id");
alter table "registration_invite" add constraint "registration_invite_prequalification_id_fkey" foreign key ("prequalification_id") references "prequalification" (id) on delete restrict;
alter table "registration_invite" add constraint "registration_invite_inviter_id_fkey" foreign key ("inviter_id") references "app_user" (id) on delete restrict;
alter table "registration_invite" add constraint "registration_invite_registration_id_fkey" foreign key ("registration_id") references "supplier_registration" (id) on delete restrict;
alter table "supplier_registration" add constraint "supplier_registration_inviter_id_fkey" foreign key ("inviter_id") references "app_user" (id) on delete restrict;
alter table "supplier_registration" add constraint "supplier_registration_prequalification_id_fkey" foreign key ("prequalification_id") references "prequalification" (id) on delete restrict;
`;

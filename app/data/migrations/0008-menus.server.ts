/** What a person keeps of the menus: favourites, and where it was last. */
export const name = "0008-menus";

const ME = "nullif(current_setting('app.user_id', true), '')::uuid";

function own(table: string): string {
  return `grant select, insert, update, delete on ${table} to app_staff, app_supplier;
alter table ${table} enable row level security;
create policy own on ${table} to app_staff, app_supplier using (user_id = ${ME}) with check (user_id = ${ME});`;
}

export const up = `
/* Menu entries by permission name: one that is gone, or may not be opened any more, is not shown. */
create table menu_favourite (
  user_id uuid not null references app_user (id) on delete cascade,
  name text not null,
  added_at timestamptz not null,
  primary key (user_id, name)
);
${own("menu_favourite")}
create table menu_visit (
  user_id uuid not null references app_user (id) on delete cascade,
  name text not null,
  at timestamptz not null,
  primary key (user_id, name)
);
${own("menu_visit")}
`;

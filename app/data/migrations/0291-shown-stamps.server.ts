/** Written by `npm run db:generate`, its grants and first values by hand. It stays as it is once it has run anywhere. */
export const name = "0291-shown-stamps";

export const up = `
alter table "supplier" add column "shown_version" integer default 1 not null;
alter table "supplier" add column "shown_by" uuid;
alter table "supplier" add column "shown_at" timestamptz default now() not null;

/* Only these columns: fields that administrators added have grants of their own. */
revoke select ("version", "updated_by", "updated_at") on "supplier" from app_supplier;
grant select ("shown_version", "shown_by", "shown_at") on "supplier" to app_supplier;

/* What its history last told each supplier of; the number it has seen so far goes on from where it is. */
update supplier s set shown_version = s.version, shown_at = coalesce(last.at, s.created_at),
  shown_by = case when last.at is null then s.created_by else last.user_id end
from supplier o left join lateral (
  select a.at, a.user_id from audit_log a where a.record_id = o.id and a.entity = 'supplier-management/supplier'
    and o.id = any (a.suppliers) and jsonb_path_exists(a.changes, '$[*] ? (@.path != "state")')
  order by a.at desc, a.id desc limit 1) last on true
where o.id = s.id;
`;

/** Columns written by `npm run db:generate`, filled by hand: who let a price count and when, also where no flow asked anybody. It stays as it is once it has run anywhere. */
export const name = "20261128-104718-price-approved";

export const up = `
alter table "account_price" add column "approved_by" text;
alter table "price_data" add column "approved_at" timestamptz;
alter table "price_data" add column "approved_by" text;
update account_price a set approved_by = left(d.acted_name, 100)
  from (select distinct on (c.record_id) c.record_id, k.acted_name from approval_case c join approval_asked k on k.case_id = c.id
    where c.entity = 'price-approval/account-price' and c.state = 'approved' and k.state = 'approved' and k.acted_name is not null
    order by c.record_id, c.ended_at desc, k.acted_at desc) d
  where d.record_id = a.id and a.state in ('approved', 'effective', 'revoked');
/* Where no flow asked anybody, whoever submitted let it count. */
update account_price a set approved_at = coalesce(a.approved_at, d.at), approved_by = coalesce(a.approved_by, left(d.user_name, 100))
  from (select distinct on (record_id) record_id, at, user_name from audit_log
    where entity = 'price-approval/account-price' and action = 'submit' order by record_id, at desc) d
  where d.record_id = a.id and (a.approved_at is null or a.approved_by is null) and a.state in ('approved', 'effective', 'revoked');
update price_data p set approved_at = a.approved_at, approved_by = a.approved_by from account_price a where a.id = p.source_id;
update price_data set approved_at = coalesce(approved_at, created_at), approved_by = coalesce(approved_by, '系统')
  where approved_at is null or approved_by is null;
alter table "price_data" alter column "approved_at" set not null;
alter table "price_data" alter column "approved_by" set not null;
`;

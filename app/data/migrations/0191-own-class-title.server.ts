/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0191-own-class-title";

export const up = `
create view "supplier_class_title" as select "id", "code", "name" from "supplier_class" where exists (select 1 from "supplier" x0 where x0."supplier_class_id" = "supplier_class"."id" and "x0"."id" = nullif(current_setting('app.supplier_id', true), '')::uuid);
grant select on "supplier_class_title" to app_supplier, app_staff;
`;

/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0272-class-audit-template";

export const up = `
alter table "supplier_class" add column "audit_template_id" uuid;
create index if not exists "supplier_class_audit_template_id_idx" on "supplier_class" ("audit_template_id");
alter table "supplier_class" add constraint "supplier_class_audit_template_id_fkey" foreign key ("audit_template_id") references "scoring_template" (id) on delete restrict;
`;

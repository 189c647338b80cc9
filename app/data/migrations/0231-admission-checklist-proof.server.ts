/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0231-admission-checklist-proof";

export const up = `
alter table "admission_checklist" add column "certificate_id" uuid;
alter table "admission_checklist" add constraint "admission_checklist_certificate_id_fkey" foreign key ("certificate_id") references "supplier_certificate" (id) on delete restrict;
`;

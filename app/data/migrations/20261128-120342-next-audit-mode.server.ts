/** Cycles of audits know the class of the supplier and say how the next audit is carried out. */
export const name = "20261128-120342-next-audit-mode";

export const up = `
alter table "audit_rule_cycles" add column "supplier_class_id" uuid;
alter table "supplier_audit" add column "next_audit_mode" text;
alter table "audit_rule_cycles" add constraint "audit_rule_cycles_supplier_class_id_fkey" foreign key ("supplier_class_id") references "supplier_class" (id) on delete restrict;
/* The word of suppliers for it: rules about a middling risk found nobody. */
update audit_rule_cycles set risk_level = 'medium' where risk_level = 'mid';
`;

import { choice, reference } from "~/engine/entity";
import { where } from "~/shared/condition";
import { AUDIT_MODES } from "./supplier-audit/supplier-audit.rules";

/** What a transition asks that plans an audit of a supplier, whatever it is begun from. */
export const auditMode = choice({
  label: "审核方式",
  required: true,
  initial: "onsite",
  choices: AUDIT_MODES,
});

export const auditTemplate = reference("supplier-management/scoring-template", {
  label: "审核模板",
  required: true,
  only: where.all(where.eq("usage", "onsite_audit"), where.eq("state", "published")),
});

/** @param help when it may stay empty */
export function auditSite(help: string) {
  return reference("supplier-management/supplier-site", {
    label: "生产基地",
    within: { supplier_id: "supplier_id" },
    only: where.eq("enabled", true),
    help,
  });
}

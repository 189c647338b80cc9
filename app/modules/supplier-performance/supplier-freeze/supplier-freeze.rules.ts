import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { chinaTime } from "~/shared/calendar";
import { GATE_ACTIONS } from "~/shared/supplier-gate";

interface Frozen {
  freeze_type: string;
  on_rfq: boolean;
  on_award: boolean;
  on_contract: boolean;
  on_release: boolean;
  on_delivery: boolean;
  on_payment: boolean;
}
type Scopes = readonly {
  purchase_org_id: string | null;
  factory_id: string | null;
  material_type_id: string | null;
  material_id: string | null;
}[];

const switches = Object.keys(GATE_ACTIONS).map((name) => `on_${name}` as keyof Frozen);

/** A freeze says what it stops; the other kinds stop nothing by themselves. */
export function stopsSomething(freeze: Frozen): Complaint | null {
  if (freeze.freeze_type !== "freeze") return ok;
  return switches.some((name) => freeze[name] === true) ? ok : complain("on_release", "请选择冻结的业务");
}

/** Whether everything of a supplier stands still: all actions, everywhere. */
export function isWhole(freeze: Frozen & { scopes: Scopes }): boolean {
  return (
    freeze.freeze_type === "freeze" && freeze.scopes.length === 0 && switches.every((name) => freeze[name] === true)
  );
}

/** An empty row would freeze everything without saying so; no rows at all mean that. */
export function scopesSaySomething({ scopes }: { scopes: Scopes }): Complaint | null {
  const at = scopes.findIndex(
    (row) =>
      row.purchase_org_id === null &&
      row.factory_id === null &&
      row.material_type_id === null &&
      row.material_id === null,
  );
  return at < 0 ? ok : complain(lineField("scopes", at + 1, "factory_id"), `第${at + 1}行请填写范围，或删除该行`);
}

/** Only lifting names what is lifted. */
export function namesWhatItLifts({
  freeze_type,
  release_freeze_id,
}: {
  freeze_type: string;
  release_freeze_id: string | null;
}): Complaint | null {
  if (freeze_type === "unfreeze")
    return release_freeze_id === null ? complain("release_freeze_id", "请选择被解冻单") : ok;
  return release_freeze_id === null ? ok : complain("release_freeze_id", "只有解冻单填写被解冻单");
}

export function releasedAfterStart({
  effective_from,
  release_date,
}: {
  effective_from: string;
  release_date: string | null;
}): Complaint | null {
  return release_date !== null && release_date < effective_from
    ? complain("release_date", "计划解冻日期不能早于生效日期")
    : ok;
}

/** Money that is held back is the business of finance, too. */
export function countersigned(freeze: Frozen & { countersigned_by: string | null }): Complaint | null {
  return freeze.freeze_type === "freeze" && freeze.on_payment && freeze.countersigned_by === null
    ? complain("countersigned_by", "冻结付款须财务会签")
    : ok;
}

/** Without approval only what cannot wait: danger to food. */
export function isEmergency({
  freeze_type,
  source_type,
}: {
  freeze_type: string;
  source_type: string;
}): Complaint | null {
  if (freeze_type !== "freeze") return complain("freeze_type", "紧急处理只用于冻结");
  return source_type === "quality_issue" || source_type === "risk"
    ? ok
    : complain("source_type", "紧急冻结只用于品质异常或企业风险");
}

/** What stands above an emergency until somebody has approved it; suppliers do not read until when it holds. */
export function emergencyNotes(freeze: { state: string; emergency_until?: string | null }): string[] {
  return freeze.state === "effective" && freeze.emergency_until
    ? [`紧急冻结将于${chinaTime(freeze.emergency_until).slice(0, 16)}自动失效，请尽快完成审批`]
    : [];
}

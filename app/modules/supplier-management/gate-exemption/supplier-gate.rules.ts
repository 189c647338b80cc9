import { addDays, daysBetween } from "~/shared/calendar";
import { decimal } from "~/shared/decimal";
import { TYPE_INSPECTION_GRACE_DAYS } from "~/shared/supplier-gate";
import {
  APPLY,
  BUYING,
  type ComplianceSnapshot,
  type Found,
  type GateQuestion,
  type GateReason,
  type Material,
  type Named,
  nameOf,
  type Supplier,
  supplierDocument,
  temporaryNameOf,
  type Usage,
  worded,
} from "./gate-reason.rules";
import { marksAgainst } from "./supplier-marks.rules";

const ENDED: Readonly<Record<string, string>> = { eliminated: "已淘汰", blacklisted: "已列入黑名单" };
const NOT_YET: Readonly<Record<string, string>> = { potential: "潜在", candidate: "准入中" };

/**
 * Every reason against an action on a day, worst first. Pure: what is said about another day is what will be true then if nothing
 * else happens. How heavy a reason weighs is the default; a rule of an administrator may say otherwise where it is not `fixed`.
 * @param isListed whether materials must stand in the source list at all
 */
export function reasonsAgainst(
  snapshot: ComplianceSnapshot,
  question: GateQuestion,
  usage: Usage | null,
  isListed: boolean,
): GateReason[] {
  const supplier = snapshot.suppliers.find(({ id }) => id === question.supplierId);
  if (!supplier) return [];
  const materials = question.materialIds.flatMap((id) => snapshot.materials.find((one) => one.id === id) ?? []);
  const found: Found[] = [
    ...stageAgainst(supplier, question),
    ...freezesAgainst(snapshot, supplier, question, materials),
    ...certificatesAgainst(snapshot, supplier, question, materials),
    ...materials.flatMap((material) => [
      ...inspectionAgainst(snapshot, supplier, question, material),
      ...sourceAgainst({ complianceSnapshot: snapshot, supplier, gateQuestion: question, material, usage, isListed }),
    ]),
    ...temporaryAgainst(supplier, question, usage),
    ...marksAgainst(snapshot, supplier, question, materials),
  ];
  const reasons = found.map((one) => lifted(snapshot, question, one));
  return reasons.sort((a, b) => Number(a.severity === "warn") - Number(b.severity === "warn"));
}

function stageAgainst(supplier: Supplier, { action }: GateQuestion): Found[] {
  const stage = supplier.stage ?? "";
  const said = ENDED[stage] ?? (action === "rfq" ? undefined : NOT_YET[stage]);
  if (said === undefined || action === "payment") return [];
  const isOver = stage in ENDED;
  return [
    {
      check: "stage",
      severity: "refuse",
      ...worded(nameOf(supplier), (who) => `${who.is}${isOver ? said : `处于${said}阶段`}`, { stops: action }),
      materialId: null,
      cure: isOver
        ? { who: "采购经理", how: stage === "blacklisted" ? "黑名单供应商不可放行" : "重新准入后恢复业务" }
        : { who: "采购员", how: `完成供应商准入，${APPLY}` },
      document: supplierDocument(supplier),
      fixed: false,
      final: stage === "blacklisted",
      ...(isOver ? { isOver: true as const } : {}),
    },
  ];
}

function freezesAgainst(
  { freezes }: ComplianceSnapshot,
  supplier: Supplier,
  question: GateQuestion,
  materials: readonly Material[],
): Found[] {
  return freezes.flatMap((freeze): Found[] => {
    if (freeze.supplier !== supplier.id || freeze.from > question.day || !freeze.actions[question.action]) return [];
    const isPartly = freeze.scopes.length > 0 && question.isGeneral === true;
    const hit = freeze.scopes.filter(
      ({ org, factory, type, material }) =>
        isPartly ||
        ((org === null || org === question.purchaseOrgId) &&
          (factory === null || factory === question.factoryId) &&
          (type === null || materials.some((one) => one.type === type || one.above === type)) &&
          (material === null || question.materialIds.includes(material))),
    );
    if (freeze.scopes.length > 0 && hit.length === 0) return [];
    const scope = freeze.scopes.length === 0 ? "全部范围" : rangeText(hit.map(({ label }) => label));
    return [
      {
        check: "freeze",
        severity: isPartly ? "warn" : "refuse",
        ...worded(nameOf(supplier), (who) => `${who.is}已被冻结（${scope}）`, {
          stops: question.action,
          note: `，冻结单【${freeze.number}】`,
        }),
        materialId: null,
        cure: { who: "采购经理", how: `满足解冻条件后办理解冻，${APPLY}` },
        document: { entity: "supplier-performance/supplier-freeze", id: freeze.id, label: freeze.number },
        // Whether it stops anything depends on the place, which no rule of an administrator knows here.
        fixed: isPartly,
        final: false,
      },
    ];
  });
}

/** Ranges beyond these are only counted. */
const MOST_RANGES = 3;

function rangeText(labels: readonly string[]): string {
  const more = labels.length > MOST_RANGES ? `等${labels.length}项` : "";
  return `限${labels.slice(0, MOST_RANGES).join("；")}${more}`;
}

const VALID: readonly string[] = ["valid", "renewing"];

/** A compulsory certificate that ran out, or that nobody has seen. */
function certificatesAgainst(
  { certificates, required }: ComplianceSnapshot,
  supplier: Supplier,
  { action, day }: GateQuestion,
  materials: readonly Material[],
): Found[] {
  if (certificates === null || action === "delivery" || action === "payment") return [];
  const asked = new Map(
    required.flatMap(({ certificate, name, type, supplier_type }): [string, string][] =>
      (supplier_type === null || supplier_type === supplier.type) &&
      (type === null || materials.some((one) => one.type === type || one.above === type))
        ? [[certificate, name]]
        : [],
    ),
  );
  return [...asked].flatMap(([type, name]): Found[] => {
    const own = certificates.filter((one) => one.supplier === supplier.id && one.type === type);
    if (own.some(({ state, valid_to }) => VALID.includes(state) && (valid_to === null || valid_to >= day))) return [];
    const last = [...own].sort((a, b) => ((a.valid_to ?? "") < (b.valid_to ?? "") ? 1 : -1))[0];
    // The statement reads revoked ones only where they were forged.
    const isForged = own.some(({ state }) => state === "revoked");
    const fact = (who: Named) =>
      isForged || last
        ? `${who.whose}【${isForged ? name : last?.name}】${isForged ? "因造假作废" : "已过期"}`
        : `${who.is}缺少必备资质【${name}】`;
    return [
      {
        check: "certificate",
        severity: "refuse",
        ...worded(nameOf(supplier), fact, { stops: action }),
        materialId: null,
        cure: {
          who: "供应商",
          how: isForged ? "重新取得有效的证照并通过核验；造假的资质不可放行" : `上传有效的证照并通过核验，${APPLY}`,
        },
        document: last
          ? { entity: "supplier-management/supplier-certificate", id: last.id, label: last.name }
          : supplierDocument(supplier),
        fixed: isForged,
        final: isForged,
      },
    ];
  });
}

/** Day on which the type inspection of a material is due: by its newest report, else the first day of its source (ruling 49). */
export function inspectionDue(
  { reports, sources }: ComplianceSnapshot,
  supplierId: string,
  materialId: string,
): {
  due: string;
  report: ComplianceSnapshot["reports"][number] | null;
  source: ComplianceSnapshot["sources"][number] | null;
} | null {
  const report = reports.find((one) => one.supplier === supplierId && one.material === materialId && one.due !== null);
  if (report?.due) return { due: report.due, report, source: null };
  const own = sources.filter((one) => one.supplier === supplierId && one.material === materialId);
  const source = [...own].sort((a, b) => (a.from < b.from ? -1 : 1))[0];
  return source ? { due: source.from, report: null, source } : null;
}

function inspectionAgainst(
  snapshot: ComplianceSnapshot,
  supplier: Supplier,
  { action, day }: GateQuestion,
  material: Material,
): Found[] {
  if (!material.inspected || action === "payment") return [];
  const known = inspectionDue(snapshot, supplier.id, material.id);
  // Where neither a report nor a source says since when, nothing is due: that a source is missing is another check.
  if (known === null) return [];
  const overdue = daysBetween(known.due, day);
  const isBlocked = overdue > TYPE_INSPECTION_GRACE_DAYS;
  if (overdue <= 0) return [];
  const isMissing = known.report === null;
  const state = isMissing ? "未提交型式检验报告" : "型式检验报告";
  const late = overdue > 0 ? `${isMissing ? "，" : ""}已超期${overdue}天` : "";
  const limit = TYPE_INSPECTION_GRACE_DAYS;
  const outcome =
    isBlocked && action === "release"
      ? `（超过${limit}天），采购订单不能释放`
      : isBlocked
        ? ""
        : `，超过${limit}天将限制采购订单释放`;
  const { text, told: notified } = worded(
    nameOf(supplier),
    (who) => `${who.of}物料【${material.code}】${state}${late}${outcome}`,
    {},
  );
  return [
    {
      check: "type_inspection",
      severity: isBlocked && action === "release" ? "refuse" : "warn",
      text,
      // The sentence says itself what is stopped.
      told: notified && { ...notified, stops: false },
      materialId: material.id,
      cure: { who: "供应商、质量工程师", how: `上传新的型式检验报告并审核通过，${APPLY}` },
      document: known.report
        ? { entity: "master-data/type-inspection-report", id: known.report.id, label: known.report.number }
        : known.source
          ? { entity: "base-data/source-data", id: known.source.id, label: known.source.number }
          : null,
      fixed: true,
      final: false,
    },
  ];
}

function sourceAgainst({
  complianceSnapshot: { sources, factories },
  supplier,
  gateQuestion: { action, day, factoryId, quantities },
  material,
  usage,
  isListed,
}: {
  complianceSnapshot: ComplianceSnapshot;
  supplier: Supplier;
  gateQuestion: GateQuestion;
  material: Material;
  usage: Usage | null;
  isListed: boolean;
}): Found[] {
  if (action !== "release" && action !== "delivery") return [];
  const own = sources.filter(
    (one) =>
      one.supplier === supplier.id && one.material === material.id && (factoryId === null || one.factory === factoryId),
  );
  const running = own.filter(({ from, to }) => from <= day && (to === null || to >= day));
  const common = { materialId: material.id, fixed: false, final: false } as const;
  const open = running.find(({ state }) => state === "active") ?? running.find(({ state }) => state === "trial");
  const documentOf = (source: ComplianceSnapshot["sources"][number] | undefined) =>
    source ? { entity: "base-data/source-data", id: source.id, label: source.number } : null;
  if (open?.state === "trial" && action === "release") {
    const used = usage?.materials.find((one) => one.material === material.id);
    const more = decimal(quantities[material.id] ?? "0");
    return [
      trialText(
        material,
        decimal(used?.qty ?? "0")
          .plus(more)
          .toFixed(),
        open.trial_qty,
      ),
      monthText(
        material,
        decimal(used?.month ?? "0")
          .plus(more)
          .toFixed(),
        open.trial_month_qty,
      ),
    ].flatMap((said): Found[] =>
      said === null
        ? []
        : [
            {
              ...common,
              check: "trial_qty",
              severity: "refuse",
              ...worded(nameOf(supplier), () => said, {}),
              cure: { who: "采购经理", how: `试用转有效或提高试用限量，${APPLY}` },
              document: documentOf(open),
            },
          ],
    );
  }
  if (open) return [];
  const stopped = running.find(({ state }) => state === "suspended");
  const cure = { who: "采购经理", how: `恢复或登记并批准货源，${APPLY}` };
  if (stopped)
    return [
      {
        ...common,
        check: "source",
        severity: "refuse",
        ...worded(nameOf(supplier), (who) => `物料【${material.code}】在${who.at}的货源已暂停`, { stops: action }),
        cure,
        document: documentOf(stopped),
      },
    ];
  if (!isListed) return [];
  const last = [...own].sort((a, b) => (a.from < b.from ? 1 : -1))[0];
  const factory = factories.find(({ id }) => id === factoryId);
  return [
    {
      ...common,
      check: "source",
      severity: "refuse",
      ...worded(
        nameOf(supplier),
        (who) =>
          last
            ? `物料【${material.code}】在${who.at}的货源不在有效期内`
            : `物料【${material.code}】未列入${who.whose}供货清单${factory ? `（${factory.name}）` : ""}`,
        { stops: action },
      ),
      cure,
      document: documentOf(last),
    },
  ];
}

/** Null where a trial is not limited, or what has been ordered stays inside. */
function trialText({ code }: Material, ordered: string, limit: string | null): string | null {
  return limit === null || decimal(ordered).lte(decimal(limit))
    ? null
    : `物料【${code}】为试用货源，累计下单${ordered}超过试用限量${decimal(limit).toFixed()}`;
}

function monthText({ code }: Material, ordered: string, limit: string | null): string | null {
  return limit === null || decimal(ordered).lte(decimal(limit))
    ? null
    : `物料【${code}】的试用货源本月下单量不能超过${decimal(limit).toFixed()}，连同本单为${ordered}`;
}

function temporaryAgainst(supplier: Supplier, { action, day, amount }: GateQuestion, usage: Usage | null): Found[] {
  if (!supplier.is_temporary || !BUYING.includes(action)) return [];
  const common = {
    check: "temporary",
    severity: "refuse",
    materialId: null,
    document: supplierDocument(supplier),
    fixed: false,
    final: false,
  } as const;
  const found: Found[] = [];
  if (supplier.temp_valid_to !== null && supplier.temp_valid_to < day)
    found.push({
      ...common,
      ...worded(temporaryNameOf(supplier), (who) => `${who.whose}有效期已于${supplier.temp_valid_to}结束`, {
        stops: action,
      }),
      cure: { who: "采购员", how: `办理供应商准入，${APPLY}` },
    });
  const spent = decimal(usage?.amount ?? "0").plus(decimal(amount ?? "0"));
  if (action === "release" && supplier.temp_cap !== null && spent.gt(decimal(supplier.temp_cap)))
    found.push({
      ...common,
      ...worded(
        nameOf(supplier),
        () => `临时供应商采购金额已超限额${decimal(supplier.temp_cap ?? "0").toFixed(2)}元`,
        {},
      ),
      cure: { who: "采购员", how: `办理供应商准入，${APPLY}` },
    });
  return found;
}

/** An exemption lifts exactly the check, the business, the material and the factory it names, while its days and quantity last. */
function lifted({ exemptions }: ComplianceSnapshot, question: GateQuestion, found: Found): GateReason {
  const exemption = exemptions.find(
    (one) =>
      !found.final &&
      one.supplier === question.supplierId &&
      one.checks[found.check] &&
      one.actions[question.action] &&
      one.from <= question.day &&
      one.to >= question.day &&
      (one.material === null ||
        one.material === found.materialId ||
        (found.materialId === null && question.materialIds.length === 1 && question.materialIds[0] === one.material)) &&
      (one.factory === null || one.factory === question.factoryId) &&
      hasLeft(one, question, found.materialId),
  );
  const plain = { rule: null, asksWhy: false };
  if (!exemption) return { ...found, ...plain, exemption: null };
  const { id, number, to } = exemption;
  return {
    ...found,
    ...plain,
    severity: "warn",
    text: `${found.text}；已临时放行（${number}，至${to}）`,
    exemption: { id, number, to },
  };
}

function hasLeft(
  { left }: ComplianceSnapshot["exemptions"][number],
  { quantities, materialIds }: GateQuestion,
  materialId: string | null,
): boolean {
  if (left === null) return true;
  const wanted = (materialId === null ? materialIds : [materialId]).reduce(
    (total, id) => total.plus(decimal(quantities[id] ?? "0")),
    decimal("0"),
  );
  return decimal(left).gt(0) && wanted.lte(decimal(left));
}

export interface TurningDaysInput {
  snapshot: ComplianceSnapshot;
  supplierId: string;
  materialIds: readonly string[];
  from: string;
  days: number;
}

/** Days within a window on which the answer may change, the first included: what the preview has to look at. */
export function turningDays({ snapshot, supplierId, materialIds, from, days }: TurningDaysInput): string[] {
  const until = addDays(from, days);
  const own = <T extends { supplier: string }>(rows: readonly T[]) => rows.filter((one) => one.supplier === supplierId);
  const supplier = snapshot.suppliers.find(({ id }) => id === supplierId);
  const turns = [
    ...materialIds.flatMap((id) => {
      const due = inspectionDue(snapshot, supplierId, id)?.due;
      return due ? [addDays(due, TYPE_INSPECTION_GRACE_DAYS + 1)] : [];
    }),
    ...own(snapshot.sources).flatMap(({ to, material }) =>
      to && materialIds.includes(material) ? [addDays(to, 1)] : [],
    ),
    ...own(snapshot.freezes).map((one) => one.from),
    ...own(snapshot.exemptions).map(({ to }) => addDays(to, 1)),
    ...own(snapshot.certificates ?? []).flatMap(({ valid_to }) => (valid_to ? [addDays(valid_to, 1)] : [])),
    ...own(snapshot.corrections).flatMap(({ due }) => (due ? [addDays(due, 1)] : [])),
    ...own(snapshot.brands).flatMap(({ to, material }) =>
      to && materialIds.includes(material) ? [addDays(to, 1)] : [],
    ),
    ...(supplier?.temp_valid_to ? [addDays(supplier.temp_valid_to, 1)] : []),
  ];
  return [...new Set([from, ...turns.filter((day) => day > from && day <= until)])].sort();
}

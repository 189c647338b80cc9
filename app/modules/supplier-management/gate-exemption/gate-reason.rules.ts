import { GATE_ACTIONS, type GateAction, type GateCheck } from "~/shared/supplier-gate";

type Actions = Readonly<Record<GateAction, boolean>>;

/** What the gate knows; ids are texts, days `YYYY-MM-DD`, quantities and amounts decimal texts. */
export interface ComplianceSnapshot {
  factories: readonly { id: string; name: string }[];
  suppliers: readonly {
    id: string;
    name: string;
    stage: string | null;
    type: string | null;
    class: string | null;
    grade: string | null;
    risk: string | null;
    is_temporary: boolean;
    temp_valid_to: string | null;
    temp_cap: string | null;
  }[];
  materials: readonly { id: string; code: string; type: string; above: string | null; inspected: boolean }[];
  reports: readonly { supplier: string; material: string; due: string | null; id: string; number: string }[];
  sources: readonly {
    id: string;
    number: string;
    supplier: string;
    material: string;
    factory: string;
    state: string;
    from: string;
    to: string | null;
    ended: string | null;
    trial_qty: string | null;
    trial_month_qty: string | null;
  }[];
  freezes: readonly {
    id: string;
    number: string;
    supplier: string;
    from: string;
    actions: Actions;
    /** `label` names what the row is about. */
    scopes: readonly {
      org: string | null;
      factory: string | null;
      type: string | null;
      material: string | null;
      label: string;
    }[];
  }[];
  exemptions: readonly {
    id: string;
    number: string;
    supplier: string;
    material: string | null;
    factory: string | null;
    from: string;
    to: string;
    /** Quantity that is left; null where none was set. */
    left: string | null;
    /** Quantity that the order that asks has taken of it already; `left` contains it. */
    taken: string;
    checks: Readonly<Record<GateCheck, boolean>>;
    actions: Actions;
  }[];
  /** Null while there is no register of certificates. */
  certificates:
    | readonly { supplier: string; id: string; type: string; name: string; valid_to: string | null; state: string }[]
    | null;
  /** Authorisations that name the materials asked about, whoever holds them: such materials are branded. */
  brands: readonly {
    id: string;
    number: string;
    supplier: string;
    material: string;
    brand: string;
    /** The last day of its chain. */
    to: string | null;
    state: string;
  }[];
  /** Corrective actions of critical faults that the supplier has not finished, with the day it has to: for the report, then for a measure. */
  corrections: readonly {
    id: string;
    number: string;
    supplier: string;
    material: string | null;
    due: string | null;
    state: string;
  }[];
  /** Compulsory certificates by their kind and what people call it. */
  required: readonly { certificate: string; name: string; type: string | null; supplier_type: string | null }[];
}

/** What orders have used up, where it matters. */
export interface Usage {
  amount: string;
  /** `month`: of it, what was released in the month of the day that is asked about. */
  materials: readonly { material: string; qty: string; month: string }[];
}

export interface GateQuestion {
  action: GateAction;
  supplierId: string;
  materialIds: readonly string[];
  factoryId: string | null;
  purchaseOrgId: string | null;
  /** Asked of the supplier as a whole: what holds in some places only is told, and stops nothing by itself. */
  isGeneral?: boolean;
  day: string;
  /** What is to be ordered, by material, and for how much altogether. */
  quantities: Readonly<Record<string, string>>;
  amount: string | null;
}

export type Severity = "refuse" | "warn";

/** A fact in words for the supplier, without the businesses it stops; `stops`: those end the sentence where it is refused. */
export interface Told {
  fact: string;
  stops: boolean;
}

/** One reason why something may not be done, or only with care. */
export interface GateReason {
  check: GateCheck;
  severity: Severity;
  /** For ourselves: whole sentences, which may name what suppliers are not to know. */
  text: string;
  /** The same fact for the supplier; null: it is only told that it is stopped. */
  told: Told | null;
  materialId: string | null;
  /** Who can do something about it, and what. */
  cure: { who: string; how: string };
  /** The document that shows it. */
  document: { entity: string; id: string; label: string } | null;
  /** The exemption that lifts it; what is lifted only warns. */
  exemption: { id: string; number: string; to: string } | null;
  /** No setting changes how heavy it weighs. */
  fixed: boolean;
  /** Nothing lifts it. */
  final: boolean;
  /** The business with the supplier has ended for good. */
  isOver?: true;
  /** Rule of an administrator that says how heavy it weighs. */
  rule: string | null;
  /** Whoever goes on has to say why. */
  asksWhy: boolean;
}

export type Found = Omit<GateReason, "exemption" | "rule" | "asksWhy">;

export const APPLY = "或申请临时放行";
export const BUYING: readonly GateAction[] = ["rfq", "award", "contract", "release"];
export type Supplier = ComplianceSnapshot["suppliers"][number];
export type Material = ComplianceSnapshot["materials"][number];

/** A supplier in a sentence: as who does something, before a noun of its own with and without 的, and as the place of something. */
export interface Named {
  is: string;
  whose: string;
  of: string;
  at: string;
}

/** How a supplier is called among ourselves, and how it is addressed. */
export interface Subject {
  ours: Named;
  own: Named;
}

/** Every word to a supplier addresses it alike: 您, 您的 (ruling 37). */
const ADDRESSED: Named = { is: "您", whose: "您的", of: "您的", at: "您处" };

const called = (name: string): Named => ({ is: name, whose: `${name}的`, of: name, at: name });

export function nameOf({ name }: Supplier): Subject {
  return { ours: called(`供应商【${name}】`), own: ADDRESSED };
}

/** The same for one that delivers for a time only. */
export function temporaryNameOf({ name }: Supplier): Subject {
  return { ours: called(`临时供应商【${name}】`), own: { ...ADDRESSED, whose: "您作为临时供应商的" } };
}

/**
 * A reason in the words of both sides, from the same fact.
 * @param fact the fact about whoever it is told of
 * @param rest.stops the business that is not possible because of it, which ends the sentence
 * @param rest.note what follows it for ourselves alone
 */
export function worded(
  subject: Subject,
  fact: (who: Named) => string,
  { stops = null, note = "" }: { stops?: GateAction | null; note?: string },
): Pick<Found, "text" | "told"> {
  const end = stops === null ? "" : `，不能${GATE_ACTIONS[stops]}`;
  return { text: `${fact(subject.ours)}${end}${note}`, told: { fact: fact(subject.own), stops: true } };
}

export function supplierDocument({ id, name }: Supplier): Found["document"] {
  return { entity: "supplier-management/supplier", id, label: name };
}

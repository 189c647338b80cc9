import type { Context } from "~/engine/context.server";
import type { AnyTransition } from "~/engine/entity";
import type { RecordFor, RowOf, TransitionOf } from "~/engine/entity/entity-map";
import { kindOf } from "~/engine/entity/kinds";
import { isId } from "~/engine/operations/drafts.server";
import { ruleFacts } from "~/engine/operations/scope.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { type Condition, where } from "~/shared/condition";
import { ENDED_STAGES } from "./supplier-stages.rules";

/*
 * What other modules, and other entities of this one, may ask about suppliers, by `ask(context, "supplier-management/supplier", …)`.
 *
 * All questions look past what the person may see: they serve checks, messages and papers, which must come out the same whoever makes
 * them, and whoever holds a document of a supplier may read its name. What an answer says beyond that is not to be shown as it is. The
 * transaction of a supplier stands behind the lock of the database all the same: to it no other supplier exists.
 *
 * Answers come in no order; ids that do not exist are left out, and nothing is read where none are given.
 */

const KEY = "supplier-management/supplier";
type Row = RowOf<typeof KEY>;
type Ids = readonly string[];

/** What a supplier is called. */
export interface SupplierName {
  id: string;
  code: Row["code"];
  name: string;
  shortName: string | null;
}

/** What a supplier is, and how far we deal with it. */
export interface SupplierStanding {
  id: string;
  name: string;
  /** Code of the dictionary `supplier_type`. */
  type: string;
  classId: string;
  stage: Row["stage"];
  /** The stage as people read it. */
  stageText: string;
  freeze: Row["freeze_status"];
}

/** How well a supplier does, and how risky it is. */
export interface SupplierJudgement {
  id: string;
  grade: Row["grade"];
  risk: Row["risk_level"];
  /** The risk as people read it; null for one that was not weighed. */
  riskText: string | null;
}

/** In whose care a supplier is, and on what terms we buy. */
export interface SupplierCare {
  id: string;
  name: string;
  /** Account of the buyer. */
  buyerId: string;
  currency: string;
  paymentTerm: string | null;
}

/** Which suppliers are meant; all that is said has to hold. */
export interface WhichSuppliers {
  ids?: Ids;
  /** Only those that were not merged into another. */
  inUse?: boolean;
  /** Of them only those nothing has ended with: neither eliminated nor blacklisted. */
  dealing?: boolean;
  stages?: readonly string[];
  buyerId?: string;
  classId?: string;
  /** Whose credit code this is. A supplier must not learn who else is on the platform; its lock answers that nobody is. */
  uscc?: string;
  /** Beside `uscc`: or whose code of ours this is. */
  orCode?: string;
}

/** A supplier among others. */
export interface ListedSupplier {
  id: string;
  code: Row["code"];
  name: string;
  stage: Row["stage"];
  classId: string;
  buyerId: string;
}

/** A person to turn to, from the table of contacts. */
export interface SupplierContact {
  supplierId: string;
  lineNo: number;
  name: string;
  /** Code of the dictionary `contact_duty`. */
  duty: string;
  phone: string;
  email: string | null;
  isPrimary: boolean;
}

/** By what two companies are told to be one, or one hand. */
export interface RegisteredFacts {
  id: string;
  code: Row["code"];
  name: string;
  uscc: string;
  stage: Row["stage"];
  stageText: string;
  legalPerson: string | null;
  registeredAddress: string | null;
}

/** What suppliers are called: for sentences and tables that name them, and for other systems, which know them by their code. */
async function names(context: Context, ids: Ids): Promise<SupplierName[]> {
  if (ids.length === 0) return [];
  const rows = await unscopedRows(context, KEY, ["id", "code", "name", "short_name"], [where.oneOf("id", ids)]);
  return rows.map(({ short_name: shortName, ...one }) => ({ ...one, shortName }));
}

/** What suppliers are and how far we deal with them: type, class, stage and freeze. Holds for a supplier of itself as well. */
async function standing(context: Context, ids: Ids): Promise<SupplierStanding[]> {
  if (ids.length === 0) return [];
  const columns = ["id", "name", "supplier_type", "supplier_class_id", "stage", "freeze_status"] as const;
  const rows = await unscopedRows(context, KEY, columns, [where.oneOf("id", ids)]);
  return rows.map(({ id, name, stage, ...row }) => ({
    ...{ id, name, type: row.supplier_type, classId: row.supplier_class_id, stage },
    stageText: shown(context, "stage", stage) ?? "",
    freeze: row.freeze_status,
  }));
}

function shown(context: Context, name: "stage" | "risk_level", value: string | null): string | null {
  const field = context.services.registry.entity(KEY).fields[name];
  return value === null || !field ? null : kindOf(field).show(value, field.options);
}

/** How well suppliers do and how risky they are. For the transactions of staff: suppliers do not read their risk. */
async function judgement(context: Context, ids: Ids): Promise<SupplierJudgement[]> {
  if (ids.length === 0) return [];
  const rows = await unscopedRows(context, KEY, ["id", "grade", "risk_level"], [where.oneOf("id", ids)]);
  return rows.map(({ id, grade, risk_level: risk }) => ({
    ...{ id, grade, risk },
    riskText: shown(context, "risk_level", risk),
  }));
}

/** In whose care suppliers are, for whoever has to be told or asked, and on what terms we buy from them where no order says otherwise. */
async function care(context: Context, ids: Ids): Promise<SupplierCare[]> {
  if (ids.length === 0) return [];
  const columns = ["id", "name", "buyer_id", "currency", "payment_term"] as const;
  const rows = await unscopedRows(context, KEY, columns, [where.oneOf("id", ids)]);
  return rows.map(({ id, name, currency, ...row }) => ({
    ...{ id, name, currency },
    buyerId: row.buyer_id,
    paymentTerm: row.payment_term,
  }));
}

/**
 * Which suppliers are such: whom a rule, somebody's care or a class takes in, who of these may still be dealt with, whether a company is
 * a supplier already.
 */
async function listed(context: Context, which: WhichSuppliers): Promise<ListedSupplier[]> {
  const { ids, inUse, dealing, stages, buyerId, classId, uscc, orCode } = which;
  if (ids?.length === 0) return [];
  const conditions: (Condition<keyof Row & string> | false)[] = [
    ids !== undefined && where.oneOf("id", ids),
    (inUse === true || dealing === true) && where.eq("state", "active"),
    dealing === true && where.not(where.oneOf("stage", ENDED_STAGES)),
    stages !== undefined && where.oneOf("stage", stages),
    buyerId !== undefined && where.eq("buyer_id", buyerId),
    classId !== undefined && where.eq("supplier_class_id", classId),
    uscc !== undefined &&
      where.any(where.eq("uscc", uscc), ...(orCode === undefined ? [] : [where.eq("code", orCode)])),
  ];
  const said = conditions.filter((one) => one !== false);
  const columns = ["id", "code", "name", "stage", "supplier_class_id", "buyer_id"] as const;
  const rows = await unscopedRows(context, KEY, columns, said);
  return rows.map(({ supplier_class_id: classId, buyer_id: buyerId, ...one }) => ({ ...one, classId, buyerId }));
}

/** Whom to turn to at these suppliers; `all`: at any, to find out whether somebody stands in several files. */
async function contacts(context: Context, of: Ids | "all"): Promise<SupplierContact[]> {
  if (of.length === 0) return [];
  const lines = await unscopedLines(context, {
    entityKey: KEY,
    lines: "contacts",
    columns: ["root_id", "line_no", "name", "duty", "phone", "email", "is_primary"],
    where: of === "all" ? [] : [where.oneOf("root_id", of)],
  });
  return lines.map(({ root_id: supplierId, line_no: lineNo, is_primary: isPrimary, ...one }) => ({
    ...one,
    ...{ supplierId, lineNo, isPrimary },
  }));
}

/** A contact by the id of its row; null for none. */
async function contact(context: Context, id: string): Promise<Omit<SupplierContact, "lineNo" | "isPrimary"> | null> {
  if (!isId(id)) return null;
  const [line] = await unscopedLines(context, {
    entityKey: KEY,
    lines: "contacts",
    columns: ["root_id", "name", "duty", "phone", "email"],
    where: [where.eq("id", id)],
  });
  if (!line) return null;
  const { root_id: supplierId, ...one } = line;
  return { ...one, supplierId };
}

/**
 * How these suppliers are registered. `all` reads every one of them, for the check that compares an applicant with all others: whether it is a
 * supplier already, or in the same hands as one.
 */
async function registered(context: Context, of: Ids | "all"): Promise<RegisteredFacts[]> {
  if (of.length === 0) return [];
  const columns = ["id", "code", "name", "uscc", "stage", "legal_person", "registered_address"] as const;
  const rows = await unscopedRows(context, KEY, columns, of === "all" ? [] : [where.oneOf("id", of)]);
  return rows.map(({ legal_person: legalPerson, registered_address: registeredAddress, ...one }) => ({
    ...one,
    ...{ legalPerson, registeredAddress, stageText: shown(context, "stage", one.stage) ?? "" },
  }));
}

/** Why a transition is not offered of a supplier as it stands, in the words of its button; null where it is, or always is. */
async function refusal(context: Context, id: string, name: TransitionOf<typeof KEY>): Promise<string | null> {
  const transition: AnyTransition | undefined = context.services.registry.entity(KEY).transitions?.[name];
  if (!transition?.offered) return null;
  const [row] = await unscopedRows(context, KEY, ["id", "stage"], [where.eq("id", id)]);
  const facts = { ...ruleFacts(context), actorId: null, supplierId: null };
  // A condition of the stage alone: nothing else of the record is there.
  const record = { ...row } as Partial<RecordFor<typeof KEY>> as RecordFor<typeof KEY>;
  return transition.offered.when(record, facts) ? null : transition.offered.otherwise;
}

export const supplierQuestions = { names, standing, judgement, care, listed, contacts, contact, registered, refusal };

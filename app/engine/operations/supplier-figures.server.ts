import {
  type Scope,
  type SoleMaterial,
  type Spread,
  type SupplierScore,
  selectAdmissionSpread,
  selectCertificateValidity,
  selectSoleMaterials,
  selectSupplierScores,
  type ValidityMonth,
} from "~/data/supplier-figures.server";
import { addDays, dayOf } from "~/shared/calendar";
import { type Condition, where } from "~/shared/condition";
import type { Context } from "../context.server";
import { factsOf, requireAction, rowFilter, screenFor } from "./scope.server";

export type { SoleMaterial, Spread, SupplierScore, ValidityMonth };

const CERTIFICATE = "supplier-management/supplier-certificate";
const ADMISSION = "supplier-management/admission";
const AUDIT = "supplier-management/supplier-audit";
const SOURCE = "base-data/source-data";
const ORDER = "purchase-orders/purchase-order";
const YEAR_DAYS = 365;
const MOST_MATERIALS = 100;

/** Rows of an entity that the person may list; null for those who may list none. */
function scopeOf(context: Context, key: string, ...more: Condition[]): Scope | null {
  const screen = screenFor(context, key, "query");
  if (!screen) return null;
  const conditions = [...rowFilter(context, screen.entity), ...requireAction(context, screen.entity, "query"), ...more];
  return { where: conditions, facts: factsOf(context) };
}

/** Rows of the suppliers that conditions of a list of suppliers choose. */
export function ofChosen(chosen: readonly Condition[]): Condition[] {
  return chosen.length === 0
    ? []
    : [where.someRow({ table: "supplier", column: "id", equals: "supplier_id", inner: where.all(...chosen) })];
}

const yearAgo = (context: Context) => addDays(dayOf(context.now), -YEAR_DAYS);

/** Validity of certificates by month; null without the right to list them. */
export async function certificateValidity(
  context: Context,
  chosen: readonly Condition[] = [],
): Promise<ValidityMonth[] | null> {
  const held = where.oneOf("state", ["valid", "renewing", "expired", "replaced"]);
  const scope = scopeOf(context, CERTIFICATE, held, ...ofChosen(chosen));
  const today = dayOf(context.now);
  return scope && selectCertificateValidity(context.services.database.connection(), { scope, today });
}

/** How long admissions of the last year took, by step; null without the right to list them. */
export async function admissionSpread(context: Context, chosen: readonly Condition[] = []): Promise<Spread[] | null> {
  const scope = scopeOf(context, ADMISSION, ...ofChosen(chosen));
  const wanted = { entity: ADMISSION, since: yearAgo(context) };
  return scope && selectAdmissionSpread(context.services.database.connection(), { scope, ...wanted });
}

/** Materials with one supplier alone; null without the right to list sources. */
export async function soleMaterials(
  context: Context,
  chosen: readonly Condition[] = [],
): Promise<SoleMaterial[] | null> {
  const scope = scopeOf(context, SOURCE, where.eq("state", "active"), ...ofChosen(chosen));
  const orders = scopeOf(context, ORDER);
  const wanted = { orders, since: yearAgo(context), limit: MOST_MATERIALS };
  return scope && selectSoleMaterials(context.services.database.connection(), { scope, ...wanted });
}

/** What the report says about each of some suppliers that the person sees. For staff. */
export function supplierScores(context: Context, ids: readonly string[]): Promise<SupplierScore[]> {
  return selectSupplierScores(context.services.database.connection(), {
    ids,
    today: dayOf(context.now),
    since: yearAgo(context),
    certificates: screenFor(context, CERTIFICATE, "query") !== undefined,
    audits: screenFor(context, AUDIT, "query") !== undefined,
    orders: scopeOf(context, ORDER),
  });
}

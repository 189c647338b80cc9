import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Complaint, FromIntegration } from "../entity";
import { fieldValue } from "./records.server";

/** What people are told of a field that the ERP keeps. */
export const KEPT_BY_INTEGRATION = "该字段由SAP维护";

/** Names of the fields of a stored record that the ERP keeps; none before it has told us of the row. */
export function keptByIntegration(entity: AnyEntity, record: AnyRecord): readonly string[] {
  const from: FromIntegration | undefined = entity.fromIntegration;
  return from?.at && from.owns && fieldValue(record, from.at) !== null ? from.owns : [];
}

/** Complaints about fields the ERP keeps that a person wants to change. Rows the ERP itself sends are taken as they are. */
export function integrationComplaints(
  context: Context,
  entity: AnyEntity,
  before: AnyRecord,
  values: Readonly<Record<string, unknown>>,
): Complaint[] {
  if (context.actor.kind !== "user") return [];
  return keptByIntegration(entity, before)
    .filter((name) => Object.hasOwn(values, name) && values[name] !== fieldValue(before, name))
    .map((field) => ({ field, message: KEPT_BY_INTEGRATION }));
}

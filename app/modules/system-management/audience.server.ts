import { z } from "zod";
import type { AnyRecord } from "~/engine/entity";
import type { Audience } from "~/engine/notify/audience.server";
import { linesOf } from "~/engine/operations/records.server";

const kindOf = z.enum(["all", "internal", "supplier_all", "listed"]);

/** For whom a record with `audience` and `targets` is. */
export function audienceOf(record: AnyRecord): Audience {
  const named = (type: string, field: string) =>
    linesOf(record, "targets").flatMap((line) =>
      line.target_type === type && typeof line[field] === "string" ? [line[field]] : [],
    );
  return {
    kind: kindOf.parse(record.audience),
    suppliers: named("supplier", "supplier_id"),
    supplierClasses: named("supplier_class", "supplier_class_id"),
    roles: named("role", "role_id"),
    factories: named("factory", "factory_id"),
    people: named("user", "user_id"),
  };
}

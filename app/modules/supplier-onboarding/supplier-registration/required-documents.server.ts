import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { RecordFor } from "~/engine/entity/entity-map";
import { kindOf } from "~/engine/entity/kinds";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { supplierRegistration } from "./supplier-registration.entity";
import { lackingOf, type Paper } from "./supplier-registration.rules";

type SupplierRegistrationRecord = RecordFor<"supplier-onboarding/supplier-registration">;

const CERTIFICATE = "supplier-management/supplier-certificate";
const type = supplierRegistration.lines.certificates.fields.certificate_type;

/** Certificates that the rules in force make compulsory for what the company is and what it wants to deliver. */
export async function requiredDocuments(context: Context, record: SupplierRegistrationRecord): Promise<Paper[]> {
  if (typeof record.supplier_type !== "string") return [];
  const categories = linesOf(record, "categories").map(({ material_type_id: id }) => String(id));
  const wanted = { supplierType: record.supplier_type, categories };
  const types = await ask(context, {
    entityKey: CERTIFICATE,
    name: "compulsory",
    input: wanted,
    answer: z.array(z.string()),
  });
  return types.map((one) => ({ type: one, name: kindOf(type).show(one, type.options) }));
}

/** What the application still lacks of them, beside which field. */
export async function lackingDocuments(
  context: Context,
  record: SupplierRegistrationRecord,
): Promise<{ field: string; message: string }[]> {
  return lackingOf(await requiredDocuments(context, record), record);
}

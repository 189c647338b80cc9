import { z } from "zod";
import type { Finding, Published } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

const KEY = "base-data/provision-receipt";
const PROVISION = "base-data/provision";

const aboutSupplier = z.object({ supplierId: z.string() });

/**
 * What speaks against a supplier's next step: provisions it had to accept by now and has not. Until it does it sends neither goods nor a
 * quote. Published as `base-data/provision-receipt.overdue` and answered in the supplier's own transactions as well, who is led to where
 * it accepts; everybody else to the receipt.
 */
export const overdue: Published = async (context, input): Promise<Finding[]> => {
  const { supplierId } = aboutSupplier.parse(input);
  const late = await unscopedRows(
    context,
    KEY,
    ["id", "provision_id"],
    [
      where.eq("supplier_id", supplierId),
      where.eq("state", "pending"),
      where.eq("must_accept", true),
      where.past("due_on"),
    ],
  );
  if (late.length === 0) return [];
  const ids = late.map(({ provision_id }) => provision_id);
  const provisions = await unscopedRows(context, PROVISION, ["id", "title"], [where.oneOf("id", ids)]);
  const titles = new Map(provisions.map(({ id, title }) => [id, title]));
  const page = (id: string) => `/${KEY}/${id}${context.actor.supplierId ? "/accept" : ""}`;
  return late.map(({ id, provision_id }) => ({
    check: "provision",
    level: "block",
    text: `请先阅读并确认《${titles.get(provision_id) ?? ""}》`,
    cure: { label: "去阅读", href: page(id) },
  }));
};

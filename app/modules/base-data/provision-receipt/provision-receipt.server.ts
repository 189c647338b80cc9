import { z } from "zod";
import type { EntityServer, Published } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { textBlocks } from "../provision/provision.rules";
import { overdue } from "./overdue.server";
import { noteFirstReading } from "./provision-receipt.query.server";

const KEY = "base-data/provision-receipt";
const PROVISION = "base-data/provision";

const toRead = z.object({ id: z.string(), looking: z.boolean() });

/**
 * The text a receipt is about, published as `base-data/provision-receipt.text`. The first time somebody of the supplier looks at it is
 * noted; pages that are only fetched ahead do not count. Whoever asks has been allowed to open the receipt.
 */
const textOf: Published = async (context, input) => {
  const { id, looking } = toRead.parse(input);
  const [receipt] = await unscopedRows(context, KEY, ["provision_id", "supplier_id", "state"], [where.eq("id", id)]);
  const [provision] = await unscopedRows(
    context,
    PROVISION,
    ["title", "body"],
    [where.eq("id", receipt?.provision_id ?? "")],
  );
  if (!receipt || !provision) throw new AppError("not_found");
  if (looking && context.actor.supplierId === receipt.supplier_id)
    await noteFirstReading(context.services.database.connection(), { id, at: context.now.toISOString() });
  return { title: provision.title, blocks: textBlocks(provision.body) };
};

export const provisionReceiptServer: EntityServer<"base-data/provision-receipt"> = {
  pages: async () => [{ label: "阅读全文", path: "text", tone: "plain" }],
  transitions: {
    accept: {
      async effect(context, { set }) {
        set({ ip: context.ip });
      },
    },
  },
  publishes: { overdue, text: textOf },
};

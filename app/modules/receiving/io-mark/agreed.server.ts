import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { POSTED_KINDS } from "../io-data/movements.fields";
import { holdMonths } from "./io-mark.query.server";

const JOURNAL = "receiving/io-data";
const MARK = "receiving/io-mark";

interface Agreed {
  document: { entity: string; id: string };
  supplierId: unknown;
  /** The kind of the movements that would be taken back. */
  kind: keyof typeof POSTED_KINDS;
  /** What the supplier confirmed, and what is done instead, in Chinese. */
  what: string;
  instead: string;
}

/**
 * What a supplier has confirmed with a month is agreed on: both sides have settled it, and its document is not reversed any more. Whoever
 * confirms a month meanwhile waits, and then finds the reversal in it.
 * @throws AppError("invalid")
 */
export async function refuseAgreed(
  context: Context,
  { document, supplierId, kind, what, instead }: Agreed,
): Promise<void> {
  await holdMonths(context.services.database.connection(), String(supplierId), "post");
  const moved = await unscopedRows(
    context,
    JOURNAL,
    ["id"],
    [where.eq("source_entity", document.entity), where.eq("source_id", document.id), where.eq("io_type", kind)],
  );
  const ids = moved.map(({ id }) => id);
  const confirmed = [where.oneOf("movement_id", ids), where.eq("state", "confirmed")] as const;
  const [agreed] = await unscopedRows(context, MARK, ["confirm_month"], [...confirmed]);
  if (agreed)
    throw new AppError("invalid", {
      message: `供应商已在${agreed.confirm_month}的对账中确认这笔${what}，不能冲销；${instead}`,
    });
}

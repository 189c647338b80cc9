import type { Context } from "~/engine/context.server";
import type { RowLink } from "~/engine/entity/server-hooks";
import { mayOnScreen } from "~/engine/operations/scope.server";
import { newPath, query } from "~/engine/screen/address";
import { dayOf } from "~/shared/calendar";

const EXEMPTION = "supplier-management/gate-exemption";

/** A material of a supplier whose type inspection is overdue since a day. */
interface Overdue {
  id: string;
  supplierId: string;
  materialId: string;
  due: string;
}

/** Ways to the application for an exemption, filled in with supplier and material, for whoever may apply and for what is overdue. */
export function exemptionLinks(context: Context, rows: readonly Overdue[]): Map<string, readonly RowLink[]> {
  const screen = context.services.registry.screensOf(EXEMPTION).find((one) => mayOnScreen(context, one, "add"));
  if (!screen || context.actor.supplierId) return new Map();
  const today = dayOf(context.now);
  return new Map(
    rows.flatMap(({ id, supplierId, materialId, due }) => {
      if (due >= today) return [];
      const chosen = query([
        ["set", "supplier_id"],
        ["value", supplierId],
        ["set", "material_id"],
        ["value", materialId],
      ]);
      return [[id, [{ label: "申请临时放行", href: newPath(screen) + chosen }]] as const];
    }),
  );
}

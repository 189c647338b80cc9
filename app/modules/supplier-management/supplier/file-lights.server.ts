import { z } from "zod";
import { ask } from "~/engine/operations/published.server";
import { screenFor } from "~/engine/operations/scope.server";
import { listPath } from "~/engine/screen/address";
import { reasonSchema } from "~/modules/supplier-management/supplier-gate/ask.page.server";
import { GATE_ACTIONS, GATE_CHECKS, type GateAction, type GateCheck } from "~/shared/supplier-gate";
import { type Cell, type FilePart, type FileRow, leading, tableSection } from "./file-part.server";

const EXEMPTION = "supplier-management/gate-exemption";

type Reason = z.infer<typeof reasonSchema>;
const lights = z.array(z.object({ action: z.string(), reasons: z.array(reasonSchema) }));

const actionLabel = (action: string) => GATE_ACTIONS[action as GateAction] ?? action;

/**
 * What may be done with the supplier today, of its approved materials, with every cause once: who can cure it, how, and the document
 * that shows it. Only for whoever may ask the gate; suppliers have a page of their own in their own words.
 */
export const gateLights: FilePart = {
  async draw({ context, record, isSupplier }) {
    const screen = isSupplier ? undefined : screenFor(context, EXEMPTION, "query");
    if (!screen) return [];
    const found = await ask(context, {
      entityKey: EXEMPTION,
      name: "lights",
      input: { supplierId: record.id },
      answer: lights,
    });
    const href = `${listPath(screen)}/ask?supplier=${record.id}`;
    const rows = found.map(({ action, reasons }): FileRow => {
      const why = reasons.map(({ text }) => text).join("；");
      return [action, { text: actionLabel(action) }, light(reasons), { text: why }, { text: "查询", href }];
    });
    const causes = [...causesOf(found).values()].map((cause, at): FileRow => {
      const { document, cure } = cause.reason;
      return [
        String(at),
        { text: GATE_CHECKS[cause.reason.check as GateCheck] ?? cause.reason.check },
        document ? leading(context, document.entity, document.id, document.label) : { text: "" },
        { text: cause.actions.map(actionLabel).join("、") },
        { text: cure.who },
        { text: cure.how },
      ];
    });
    return [
      { ...tableSection("业务灯", ["业务", "结果", "原因", "依据"], rows), first: true as const },
      {
        ...tableSection("限制与处理", ["检查项", "依据", "影响业务", "由谁处理", "如何处理"], causes),
        first: true as const,
      },
    ];
  },
};

function light(reasons: readonly Reason[]): Cell {
  if (reasons.some(({ severity }) => severity === "refuse")) return { text: "不能办理", tone: "refused" };
  return reasons.length > 0 ? { text: "有提醒", tone: "warning" } : { text: "可以办理", tone: "done" };
}

/** The same cause stands in the way of several businesses. */
function causesOf(found: z.infer<typeof lights>): Map<string, { reason: Reason; actions: string[] }> {
  const causes = new Map<string, { reason: Reason; actions: string[] }>();
  for (const { action, reasons } of found)
    for (const one of reasons) {
      const key = `${one.check} ${one.materialId} ${one.document?.id} ${one.cure.how}`;
      const known = causes.get(key);
      if (!known) causes.set(key, { reason: one, actions: [action] });
      else if (!known.actions.includes(action)) known.actions.push(action);
    }
  return causes;
}

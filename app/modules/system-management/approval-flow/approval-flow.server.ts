import { compileFlow, publishFlow } from "~/engine/approval/flow.server";
import type { EntityServer } from "~/engine/entity/server-hooks";

export const approvalFlowServer: EntityServer<"system-management/approval-flow"> = {
  async beforeSave({ context, record, before, set }) {
    const complaints = [];
    if (before !== null && before.document !== record.document && before.published_version !== null) {
      complaints.push({ field: "document", message: "发布过的流程不能改单据类型，请另建流程" });
    }
    complaints.push(...(await compileFlow(context, record)).complaints);
    set({ unpublished: true });
    return complaints;
  },
  async pages() {
    return [{ label: "流程图与试算", path: "trial", tone: "plain" }];
  },
  transitions: {
    publish: {
      /** Codes and names are looked up anew: what was typed may have been renamed since. */
      async check(context, record) {
        const { complaints } = await compileFlow(context, record);
        return complaints.map(({ message }) => ({ check: "flow", level: "block" as const, text: message }));
      },
      effect: publishFlow,
    },
  },
};

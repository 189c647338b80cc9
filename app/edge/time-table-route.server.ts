import { timeTableModel } from "~/engine/screen/time-table-model.server";
import { answering, type EdgeArgs, requireEdge } from "./request.server";

/** What happens by itself, and when. */
export async function openTimeTable(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await timeTableModel(context);
    return { model, crumbs: [{ label: "任务调度", href: model.back.href }, { label: model.title }] };
  });
}

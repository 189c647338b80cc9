import { deliveryLabels } from "~/engine/output/delivery-labels.server";
import { recordPath } from "~/engine/screen/address";
import { batchTraceModel } from "~/engine/screen/batch-trace-model.server";
import { dockBoardModel } from "~/engine/screen/dock-board-model.server";
import { publicOrigin } from "~/env.server";
import { answering, type EdgeArgs, requireEdge, screenOf } from "./request.server";

const NOTE = { module: "receiving", screen: "delivery-note" };

/** The docks of a factory on a day. */
export async function openDockBoard(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await dockBoardModel(context, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: model.title }] };
  });
}

/** The way of a batch, asked in the address. */
export async function openBatchTrace(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await batchTraceModel(context, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: model.title }] };
  });
}

/** Labels for what a delivery note brings. */
export async function labelsAnswer(args: EdgeArgs & { params: { id?: string } }) {
  return answering(async () => {
    const { parts, context } = await requireEdge(args);
    const screen = screenOf(context, { ...args, params: NOTE });
    const id = args.params.id ?? "";
    const sheet = await deliveryLabels(context, screen, id, publicOrigin(parts.env, args.request));
    return { sheet, backHref: recordPath(screen, id) };
  });
}

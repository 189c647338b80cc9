import { receiveTrialModel } from "~/engine/screen/receive-trial-model.server";
import { answering, type EdgeArgs, requireEdge } from "./request.server";

/** Which rules of receiving count for a delivery named in the address. */
export async function openReceiveTrial(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await receiveTrialModel(context, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: "收货控制", href: model.back.href }, { label: model.title }] };
  });
}

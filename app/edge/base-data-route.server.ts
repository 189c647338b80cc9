import { data } from "@remix-run/node";
import { acceptProvision, acceptProvisionModel, provisionTextModel } from "~/engine/screen/provision-text-model.server";
import { quotaTrialModel } from "~/engine/screen/quota-trial-model.server";
import { receiveTrialModel } from "~/engine/screen/receive-trial-model.server";
import { answering, type EdgeArgs, isAhead, readForm, requireEdge, seeOther } from "./request.server";

type RecordArgs = EdgeArgs & { params: { id?: string } };

/** Which rules of receiving count for a delivery named in the address. */
export async function openReceiveTrial(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await receiveTrialModel(context, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: "收货控制", href: model.back.href }, { label: model.title }] };
  });
}

/** How a quantity named in the address would be split by shares. */
export async function openQuotaTrial(args: RecordArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const { list, ...model } = await quotaTrialModel(
      context,
      args.params.id ?? "",
      new URL(args.request.url).searchParams,
    );
    return { model, crumbs: [list, { label: model.number, href: model.back.href }, { label: model.title }] };
  });
}

/** The text of a provision. */
export async function openProvisionText(args: RecordArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await provisionTextModel(context, args.params.id ?? "", !isAhead(args.request));
    return { model, crumbs: [model.list, { label: model.text.title }] };
  });
}

/** The text of a provision with the question whether it is accepted at its end. */
export async function openProvisionAcceptance(args: RecordArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const page = await acceptProvisionModel(context, args.params.id ?? "", !isAhead(args.request));
    return { page, crumbs: [page.list, { label: page.text.title }] };
  });
}

/** Accepts it and goes back to the record, or answers the page again. */
export async function postProvisionAcceptance(args: RecordArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const outcome = await acceptProvision(context, id, await readForm(args, context));
    if (outcome.refused) return data({ page: outcome.refused }, { status: outcome.status });
    const { text, back } = await provisionTextModel(context, id, false);
    throw await seeOther(context, back, `您已确认《${text.title}》`);
  });
}

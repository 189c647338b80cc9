import { gateQueryModel } from "~/engine/screen/gate-query-model.server";
import { ownLimitsModel } from "~/engine/screen/own-limits-model.server";
import { answering, type EdgeArgs, requireEdge } from "./request.server";

/** What the gate says about a supplier, named in the address. */
export async function openGateQuery(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await gateQueryModel(context, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: "业务校验与临时放行", href: model.back.href }, { label: model.title }] };
  });
}

/** What stands in the way of the supplier that is signed in. */
export async function openOwnLimits(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await ownLimitsModel(context);
    return { model, crumbs: [{ label: "供应商预警", href: model.back.href }, { label: model.title }] };
  });
}

import { costTrialModel } from "~/engine/screen/cost-trial-model.server";
import { answering, type EdgeArgs, requireEdge } from "./request.server";

/** What a cost model would come to if an index named in the address moved. */
export async function openCostTrial(args: EdgeArgs & { params: { id?: string } }) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const { list, ...model } = await costTrialModel(
      context,
      args.params.id ?? "",
      new URL(args.request.url).searchParams,
    );
    return { model, crumbs: [list, { label: model.number, href: model.back.href }, { label: model.title }] };
  });
}

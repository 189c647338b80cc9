import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { recordCrumbs } from "~/modules/system-management/record-crumbs";
import { FlowTrialPage } from "~/ui/flow-trial/FlowTrialPage";
import { accountLinks } from "~/ui/theme/links";
import { flowTrialModel } from "./$id.trial.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = accountLinks;

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** A flow as a picture, and whom it would ask about what is named in the address. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const model = await flowTrialModel(context, id, new URL(args.request.url).searchParams);
    return {
      model,
      crumbs: recordCrumbs({ key: "approval-flow", list: "审批流程", label: model.flow, id, title: "流程图与试算" }),
    };
  });
}

export default function FlowTrial() {
  return <FlowTrialPage model={useLoaderData<typeof loader>().model} />;
}

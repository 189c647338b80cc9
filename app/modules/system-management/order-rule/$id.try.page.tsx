import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { recordCrumbs } from "~/modules/system-management/record-crumbs";
import { TryPage } from "~/ui/order-rule/TryPage";
import { accountLinks } from "~/ui/theme/links";
import { orderRuleTryModel } from "./$id.try.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = accountLinks;

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** What a rule says about an order, named in the address. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const model = await orderRuleTryModel(context, id, new URL(args.request.url).searchParams.get("order") ?? "");
    return {
      model,
      crumbs: recordCrumbs({ key: "order-rule", list: "订单规则", label: model.rule, id, title: "试算" }),
    };
  });
}

export default function TryRule() {
  return <TryPage model={useLoaderData<typeof loader>().model} />;
}

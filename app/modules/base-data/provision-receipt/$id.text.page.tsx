import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, isAhead, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { ReadTextPage } from "~/ui/record/ReadText/ReadText";
import { formLinks } from "~/ui/theme/links";
import { provisionTextModel } from "./provision-text.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.text.title);

/** The text of a provision. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await provisionTextModel(context, args.params.id ?? "", !isAhead(args.request));
    return { model, crumbs: [model.list, { label: model.text.title }] };
  });
}

export default function ProvisionText() {
  const { model } = useLoaderData<typeof loader>();
  return <ReadTextPage text={model.text} back={model.back} />;
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge, screenOf } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { listPath } from "~/engine/screen/address";
import { chooseModel } from "~/engine/screen/choose-model.server";
import { ChoosePage } from "~/ui/form/ChoosePage/ChoosePage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

/** Looking for the row behind a reference of a form, page by page. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const model = await chooseModel(context, screen, new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: screen.label, href: listPath(screen) }, { label: model.title }] };
  });
}

export default function Choose() {
  return <ChoosePage model={useLoaderData<typeof loader>().model} />;
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { MenuPreview } from "~/ui/resource/MenuPreview";
import { formLinks } from "~/ui/theme/links";
import { previewModel } from "./preview.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

const LIST = { label: "资源管理", href: "/system-management/resource" };

/** The menus as somebody else sees them. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await previewModel(context, new URL(args.request.url).searchParams);
    return { model, crumbs: [LIST, { label: model.title }] };
  });
}

export default function Preview() {
  return <MenuPreview model={useLoaderData<typeof loader>().model} />;
}

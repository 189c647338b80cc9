import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openPreview } from "~/edge/resource-route.server";
import { pageTitle } from "~/edge/title";
import { MenuPreview } from "~/ui/resource/MenuPreview";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openPreview(args);
}

export default function Preview() {
  return <MenuPreview model={useLoaderData<typeof loader>().model} />;
}

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openProvisionText } from "~/edge/base-data-route.server";
import { pageTitle } from "~/edge/title";
import { ReadTextPage } from "~/ui/record/ReadText/ReadText";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.text.title);

export async function loader(args: LoaderFunctionArgs) {
  return openProvisionText(args);
}

export default function ProvisionText() {
  const { model } = useLoaderData<typeof loader>();
  return <ReadTextPage text={model.text} back={model.back} />;
}

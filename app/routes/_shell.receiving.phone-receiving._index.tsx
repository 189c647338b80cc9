import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openScan, postCheckIn } from "~/edge/phone-receiving-route.server";
import { pageTitle } from "~/edge/title";
import { ScanPage } from "~/ui/receiving/ScanPage";
import { phoneLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = phoneLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openScan(args);
}

export async function action(args: ActionFunctionArgs) {
  return postCheckIn(args);
}

export default function PhoneReceiving() {
  return <ScanPage model={useLoaderData<typeof loader>().model} />;
}

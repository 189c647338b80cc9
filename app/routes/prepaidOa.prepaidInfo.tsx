import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openTicketPage, ticketHeaders } from "~/edge/ticket-route.server";
import { pageTitle } from "~/edge/title";
import { ClosedPage } from "~/ui/blank/ClosedPage/ClosedPage";

export const handle = { blank: true, hydrate: false };
export const meta: MetaFunction = () => pageTitle("供应商预付清单");
export const headers = () => ticketHeaders();

export async function loader(args: LoaderFunctionArgs) {
  return openTicketPage(args, "prepayment-view");
}

export default function PrepaidInfo() {
  return <ClosedPage model={useLoaderData<typeof loader>()} />;
}

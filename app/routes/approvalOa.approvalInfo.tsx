import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openApprovalPage, ticketHeaders } from "~/edge/ticket-route.server";
import { pageTitle } from "~/edge/title";
import { ClosedPage } from "~/ui/blank/ClosedPage/ClosedPage";
import { PrintPage } from "~/ui/print/PrintPage/PrintPage";
import printHref from "~/ui/print/print.css";

export const handle = { blank: true, hydrate: false, paper: true };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: printHref }];
export const meta: MetaFunction = () => pageTitle("审批单据");
export const headers = () => ticketHeaders();

/** Opened from an office-automation system, mostly inside a frame of it: the document that waits for a decision there. */
export async function loader(args: LoaderFunctionArgs) {
  return openApprovalPage(args);
}

export default function ApprovalInfo() {
  const { closed, shown } = useLoaderData<typeof loader>();
  if (shown) return <PrintPage {...shown} />;
  return closed ? <ClosedPage model={closed} /> : null;
}

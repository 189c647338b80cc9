import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { openEmbeddedPage, ticketHeaders } from "~/edge/ticket-route.server";
import { pageTitle } from "~/edge/title";
import { ClosedPage } from "~/ui/blank/ClosedPage/ClosedPage";
import chartHref from "~/ui/chart/chart.css";
import { EmbeddedPage } from "~/ui/print/EmbeddedPage/EmbeddedPage";
import embeddedHref from "~/ui/print/embedded.css";
import printHref from "~/ui/print/print.css";

export const handle = { blank: true, hydrate: false, paper: true };
export const links: LinksFunction = () =>
  [printHref, chartHref, embeddedHref].map((href) => ({ rel: "stylesheet", href }));
export const meta: MetaFunction = () => pageTitle("查看报价");
export const headers = () => ticketHeaders();

/** Opened from an office-automation system, mostly inside a frame of it: the prices that wait for a decision there. */
export async function loader(args: LoaderFunctionArgs) {
  return openEmbeddedPage(args, "quote-view");
}

export default function ViewQuote() {
  const { closed, shown } = useLoaderData<typeof loader>();
  if (shown) return <EmbeddedPage model={shown} />;
  return closed ? <ClosedPage model={closed} /> : null;
}

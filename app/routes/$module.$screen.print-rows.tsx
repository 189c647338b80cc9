import type { HeadersFunction, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { printRowsAnswer } from "~/edge/output.server";
import { PrintRowsPage } from "~/ui/print/PrintRowsPage/PrintRowsPage";
import printHref from "~/ui/print/print.css";

export const handle = { hydrate: false, paper: true };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: printHref }];
/** Browsers propose the title as the name of a file. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.name ?? "打印" }];
export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store" });

/** Chosen rows of a list on A4 paper, one after another. */
export async function loader(args: LoaderFunctionArgs) {
  return printRowsAnswer(args);
}

export default function PrintRows() {
  return <PrintRowsPage {...useLoaderData<typeof loader>()} />;
}

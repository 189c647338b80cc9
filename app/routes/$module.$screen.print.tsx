import type { HeadersFunction, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listPrintAnswer } from "~/edge/output.server";
import { PrintPage } from "~/ui/print/PrintPage/PrintPage";
import printHref from "~/ui/print/print.css";

export const handle = { hydrate: false, paper: true };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: printHref }];
/** Browsers propose the title as the name of a file. */
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.name ?? "打印" }];
export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store" });

/** A list on A4 paper. */
export async function loader(args: LoaderFunctionArgs) {
  return listPrintAnswer(args);
}

export default function Print() {
  return <PrintPage {...useLoaderData<typeof loader>()} />;
}

import type { HeadersFunction, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { rowPaperAnswer } from "~/edge/output.server";
import { LabelPage } from "~/ui/print/LabelPage/LabelPage";
import labelsHref from "~/ui/print/labels.css";

export const handle = { hydrate: false, paper: true };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: labelsHref }];
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "标签" }];
export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store" });

/** A named paper of chosen rows of a list, e.g. labels for what several delivery notes bring. */
export async function loader(args: LoaderFunctionArgs) {
  return rowPaperAnswer(args);
}

export default function RowPaper() {
  return <LabelPage {...useLoaderData<typeof loader>()} />;
}

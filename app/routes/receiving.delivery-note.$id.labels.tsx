import type { HeadersFunction, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { labelsAnswer } from "~/edge/receiving-route.server";
import { LabelPage } from "~/ui/print/LabelPage/LabelPage";
import labelsHref from "~/ui/print/labels.css";

export const handle = { hydrate: false, paper: true };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: labelsHref }];
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.sheet.title ?? "标签" }];
export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store" });

/** Labels of a delivery note, one for each batch. */
export async function loader(args: LoaderFunctionArgs) {
  return labelsAnswer(args);
}

export default function Labels() {
  return <LabelPage {...useLoaderData<typeof loader>()} />;
}

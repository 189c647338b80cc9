import type { HeadersFunction, LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, requireEdge, screenOf } from "~/edge/request.server";
import { deliveryLabels } from "~/engine/output/delivery-labels.server";
import { recordPath } from "~/engine/screen/address";
import { publicOrigin } from "~/env.server";
import { LabelPage } from "~/ui/print/LabelPage/LabelPage";
import labelsHref from "~/ui/print/labels.css";

export const handle = { hydrate: false, paper: true };
export const links: LinksFunction = () => [{ rel: "stylesheet", href: labelsHref }];
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "标签" }];
export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store" });

const NOTE = { module: "receiving", screen: "delivery-note" };

/** Labels for what a delivery note brings. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { parts, context } = await requireEdge(args);
    const screen = screenOf(context, { ...args, params: NOTE });
    const id = args.params.id ?? "";
    const sheet = await deliveryLabels(context, screen, id, publicOrigin(parts.env, args.request));
    return { title: sheet.title, printed: sheet.printed, sheets: [sheet], backHref: recordPath(screen, id) };
  });
}

export default function Labels() {
  return <LabelPage {...useLoaderData<typeof loader>()} />;
}

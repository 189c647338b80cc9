import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { ScanPage } from "~/ui/receiving/ScanPage";
import { phoneLinks } from "~/ui/theme/links";
import { checkInNote, countedList, mayReceive, scanModel } from "./phone-receiving.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = phoneLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

const SCAN_PARAMS = new Set(["code", "index"]);

/** The page for scanning; whoever receives nothing, or asks by conditions of a list, finds the receipts that are being counted. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const { searchParams, search } = new URL(args.request.url);
    if (!mayReceive(context) || [...searchParams.keys()].some((name) => !SCAN_PARAMS.has(name)))
      throw redirect(countedList(context, search));
    const scanned = await scanModel(context, searchParams);
    if (scanned.model === undefined) throw redirect(scanned.to);
    return { model: scanned.model, crumbs: [{ label: scanned.model.title }] };
  });
}

/** Checks in what came to the gate, and goes on to counting it. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const { to, notice } = await checkInNote(context, await readForm(args, context));
    throw notice === undefined ? redirect(to, 303) : await seeOther(context, to, notice);
  });
}

export default function PhoneReceiving() {
  return <ScanPage model={useLoaderData<typeof loader>().model} />;
}

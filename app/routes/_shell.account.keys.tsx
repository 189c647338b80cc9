import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { hasSingleKeys, saveSingleKeys } from "~/engine/session/keys.server";
import { KeysPage } from "~/ui/shell/Keys/KeysPage";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

const TITLE = "键盘快捷键";

export const meta: MetaFunction = () => pageTitle(TITLE);

/** All keys of the product: what `?` shows in a dialog. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context, session } = await requireEdge(args);
    const model = { single: hasSingleKeys(session.preferences), csrf: context.session?.csrf ?? "" };
    return { model, crumbs: [{ label: TITLE }] };
  });
}

export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const single = String((await readForm(args, context)).get("single") ?? "");
    await saveSingleKeys(context, single);
    return seeOther(context, "/account/keys", single === "on" ? "单键快捷键已启用" : "单键快捷键已停用");
  });
}

export default function Keys() {
  return <KeysPage {...useLoaderData<typeof loader>().model} />;
}

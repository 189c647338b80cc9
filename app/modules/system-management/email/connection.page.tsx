import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { testMailServer } from "~/engine/mail/server-test.server";
import { TransitionPage } from "~/ui/form/TransitionPage/TransitionPage";
import { formLinks } from "~/ui/theme/links";
import { mailServerModel } from "./connection.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

/** Asks before the mail server is tested. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = mailServerModel(context);
    const list = { label: "邮件管理", href: "/system-management/email" };
    return { model, crumbs: [list, { label: model.title }] };
  });
}

/** Tests it, and says on the same page what was refused. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    await readForm(args, context);
    const refused = await testMailServer(context);
    if (refused !== null) return data({ model: mailServerModel(context, refused) }, { status: 400 });
    throw await seeOther(context, "/system-management/email", "邮件服务器可以连接，账号已被接受");
  });
}

export default function TestMailServer() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <TransitionPage model={posted?.model ?? loaded.model} />;
}

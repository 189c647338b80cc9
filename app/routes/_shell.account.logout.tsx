import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { answering, openEdge, readForm, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { sessionCookie } from "~/engine/session/cookie.server";
import { signOut } from "~/engine/session/session.server";
import { TransitionPage } from "~/ui/form/TransitionPage/TransitionPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
/** A step of another page: it opens no tab. */
export const handle = { tab: false };
export const meta: MetaFunction = () => pageTitle("退出登录");

export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    return {
      crumbs: [{ label: "退出登录" }],
      model: {
        title: "退出登录",
        action: "/account/logout",
        version: "",
        label: "退出登录",
        tone: "primary" as const,
        question: "真的要注销登录吗 ?",
        facts: [{ label: "账号", text: context.actor.account }],
        findings: [],
        controls: [],
        errors: [],
        blocked: false,
        datalists: [],
        secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
        cancelHref: "/qiaqia/home",
      },
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { parts, session, context } = await openEdge(args);
    if (session) {
      await readForm(args, context);
      await signOut(context);
    }
    // The sign-in page carries no script, so the browser must load it as a document.
    throw redirect("/user/login", {
      status: 303,
      headers: { "Set-Cookie": sessionCookie("", parts.env.secure), "X-Remix-Reload-Document": "true" },
    });
  });
}

export default function Logout() {
  return <TransitionPage model={useLoaderData<typeof loader>().model} />;
}

import { redirect } from "@remix-run/node";
import { AppError } from "~/engine/errors";
import { pageTabs } from "~/engine/session/page-tabs.server";
import { plannedSwitch, switchTop } from "~/engine/session/top-switch.server";
import type { TransitionModel } from "~/ui/model/form";
import { answering, type EdgeArgs, readForm, requireEdge } from "./request.server";

const PATH = "/shell/top-tab";

/** The page that asks before the tabs close. */
export async function topTabPage(args: EdgeArgs): Promise<{ crumbs: { label: string }[]; model: TransitionModel }> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = new URL(args.request.url).searchParams.get("id") ?? "";
    if (id === "") throw redirect("/qiaqia/home");
    const planned = await plannedSwitch(context, id, pageTabs);
    const title = `切换到${planned.label}`;
    return {
      crumbs: [{ label: title }],
      model: {
        title,
        action: `${PATH}?id=${encodeURIComponent(id)}`,
        version: "",
        label: "切换",
        tone: "primary",
        question: `切换后将关闭已打开的${planned.tabs}个标签，未保存内容已暂存，是否继续？`,
        facts: [],
        findings: [],
        controls: [],
        errors: [],
        blocked: false,
        secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
        cancelHref: "/qiaqia/home",
      },
    };
  });
}

/** Switches to another menu; where something was typed and kept, it asks first. */
export async function postTopTab(args: EdgeArgs): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const asked = new URL(args.request.url).searchParams.get("id");
    const id = asked ?? form.get("id");
    if (typeof id !== "string") throw new AppError("malformed");
    if (asked === null && (await plannedSwitch(context, id, pageTabs)).asks)
      return redirect(`${PATH}?id=${encodeURIComponent(id)}`, 303);
    const { to } = await switchTop(context, id, pageTabs);
    return redirect(to, 303);
  });
}

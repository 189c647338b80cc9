import { figuresModel } from "~/engine/screen/figures.server";
import { loginFiguresModel } from "~/engine/screen/login-figures-model.server";
import { answering, type EdgeArgs, requireEdge, screenOf } from "./request.server";

/** Sign-ins in figures. */
export async function openLoginFigures(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await loginFiguresModel(context);
    return { model, crumbs: [{ label: "登录日志", href: model.back.href }, { label: model.title }] };
  });
}

/** Rows of a list in figures, as its entity draws them. */
export async function openFigures(args: EdgeArgs & { params: { module?: string; screen?: string } }) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await figuresModel(context, screenOf(context, args), new URL(args.request.url).searchParams);
    return { model, crumbs: [{ label: model.list, href: model.back.href }, { label: model.title }] };
  });
}

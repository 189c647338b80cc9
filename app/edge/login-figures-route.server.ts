import { loginFiguresModel } from "~/engine/screen/login-figures-model.server";
import { answering, type EdgeArgs, requireEdge } from "./request.server";

/** Sign-ins in figures. */
export async function openLoginFigures(args: EdgeArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await loginFiguresModel(context);
    return { model, crumbs: [{ label: "登录日志", href: model.back.href }, { label: model.title }] };
  });
}

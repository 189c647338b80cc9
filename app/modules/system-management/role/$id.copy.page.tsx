import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { AppError } from "~/engine/errors";
import { recordPath } from "~/engine/screen/address";
import { postedOnce } from "~/engine/screen/form-data";
import { recordCrumbs } from "~/modules/system-management/record-crumbs";
import { TransitionPage } from "~/ui/form/TransitionPage/TransitionPage";
import { formLinks } from "~/ui/theme/links";
import { copyModel, copyRole } from "./role-rights.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

const SCREEN = { area: "system-management", key: "role" };

export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    return {
      model: await copyModel(context, id),
      crumbs: recordCrumbs({ key: "role", list: "角色管理", label: "角色", id, title: "复制" }),
    };
  });
}

/** Makes the copy and goes to its rights, or answers the form again. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const form = await readForm(args, context);
    const values = { code: String(form.get("code") ?? ""), name: String(form.get("name") ?? "") };
    try {
      const made = await copyRole(context, id, values, postedOnce(form));
      throw await seeOther(
        context,
        `${recordPath(SCREEN, made.id)}/permissions`,
        `角色${values.name}已建立，请核对权限`,
      );
    } catch (error) {
      if (!(error instanceof AppError) || !["invalid", "duplicate"].includes(error.error)) throw error;
      const errors = Object.fromEntries(
        error.complaints.filter(({ field }) => field in values).map(({ field, message }) => [field, message]),
      );
      const others = error.complaints.filter(({ field }) => !(field in values)).map(({ message }) => message);
      const problem = others.join("；") || (Object.keys(errors).length === 0 ? error.message : "");
      const model = await copyModel(context, id, { values, errors, ...(problem ? { problem } : {}) });
      return data({ model }, { status: 400 });
    }
  });
}

export default function CopyRole() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <TransitionPage model={posted?.model ?? loaded.model} />;
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { AppError } from "~/engine/errors";
import { postedOnce, postedVersion } from "~/engine/screen/form-data";
import { recordCrumbs } from "~/modules/system-management/record-crumbs";
import { TransitionPage } from "~/ui/form/TransitionPage/TransitionPage";
import { formLinks } from "~/ui/theme/links";
import { restoreDefault, restoreModel } from "./$id.restore.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

/** Asks before a parameter gets its default again. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const model = await restoreModel(context, id);
    return {
      model,
      crumbs: recordCrumbs({ key: "parameter", list: "参数管理", label: "参数", id, title: "恢复默认" }),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const form = await readForm(args, context);
    const requestId = postedOnce(form);
    const input = { id, version: postedVersion(form), ...(requestId ? { requestId } : {}) };
    try {
      const { name, path } = await restoreDefault(context, input);
      throw await seeOther(context, path, `${name}已恢复默认`);
    } catch (error) {
      if (!(error instanceof AppError) || !["stale_record", "duplicate"].includes(error.error)) throw error;
      return data({ model: await restoreModel(context, id, error.message) }, { status: 400 });
    }
  });
}

export default function RestoreParameter() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <TransitionPage model={posted?.model ?? loaded.model} />;
}

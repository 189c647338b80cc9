import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { PAGE_MS, within } from "~/edge/import.server";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { AppError } from "~/engine/errors";
import { openImport, releaseImport, workOn } from "~/engine/imports/batch.server";
import { runModel } from "~/engine/imports/pages.server";
import { batchScreen } from "~/engine/imports/plan.server";
import { recordPath } from "~/engine/screen/address";
import { leaveNotice } from "~/engine/session/session.server";
import { RunPage } from "~/ui/sync/RunPage/RunPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

const LIST = { label: "导入批次", href: "/system-management/import-batch" };

/** What carrying a batch out would do. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await runModel(context, args.params.id ?? "");
    return { model, crumbs: [LIST, { label: model.number, href: model.cancelHref }, { label: model.submit }] };
  });
}

/** Carries it out as far as there is time, and goes back to the batch. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    await readForm(args, context);
    const id = args.params.id ?? "";
    const path = recordPath(batchScreen(context), id);
    try {
      const { record } = await openImport(context, id);
      const isChecked = record.state === "checked";
      if (isChecked) await releaseImport(context, id);
      const done = await workOn(context, id, within(PAGE_MS));
      const said = isChecked || record.state === "running" ? "导入已执行完毕，结果见明细" : "检查完毕，请核对后导入";
      throw await seeOther(context, path, done ? said : "还没有处理完：可以离开，完成后会通知您");
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "wrong_state") throw error;
      await leaveNotice(context, { level: "error", body: error.message });
      throw redirect(path, 303);
    }
  });
}

export default function RunImport() {
  const { model } = useLoaderData<typeof loader>();
  return <RunPage model={model} busy={useNavigation().state === "submitting"} />;
}

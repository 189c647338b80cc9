import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { useLoaderData, useNavigation } from "@remix-run/react";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { AppError } from "~/engine/errors";
import { recordPath } from "~/engine/screen/address";
import { leaveNotice } from "~/engine/session/session.server";
import { openBatch, retryFailed, runBatch } from "~/engine/user-sync/batch.server";
import { runModel } from "~/engine/user-sync/pages.server";
import { RunPage } from "~/ui/sync/RunPage/RunPage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

const LOG = { area: "user-administration", key: "user-log" };
const LIST = { label: "用户日志", href: "/user-administration/user-log" };
/** How long a page may keep somebody waiting; what is left goes on with the next click. */
const PAGE_MS = 20_000;

/** What carrying a batch out, or trying its failures again, would do. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = await runModel(context, args.params.id ?? "");
    return { model, crumbs: [LIST, { label: model.number, href: model.cancelHref }, { label: model.submit }] };
  });
}

/** Carries it out, and goes back to the batch. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    await readForm(args, context);
    const id = args.params.id ?? "";
    try {
      const { record } = await openBatch(context, id);
      if (["partial", "failed"].includes(record.state)) {
        const again = await retryFailed(context, id);
        throw await seeOther(context, recordPath(LOG, again), "失败项已重新检查，请核对后执行");
      }
      const done = await runBatch(context, id, Date.now() + PAGE_MS);
      const said = done ? `${record.number}已执行完毕` : `${record.number}还没有执行完，请继续执行`;
      throw await seeOther(context, recordPath(LOG, id), said);
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "wrong_state") throw error;
      await leaveNotice(context, { level: "error", body: error.message });
      throw redirect(recordPath(LOG, id), 303);
    }
  });
}

export default function RunBatch() {
  const { model } = useLoaderData<typeof loader>();
  return <RunPage model={model} busy={useNavigation().state === "submitting"} />;
}

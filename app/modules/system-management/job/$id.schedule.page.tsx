import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { answering, readForm, requireEdge, seeOther } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { recordCrumbs } from "~/modules/system-management/record-crumbs";
import { SchedulePage } from "~/ui/job/SchedulePage";
import { accountLinks, formLinks } from "~/ui/theme/links";
import { jobScheduleModel, saveSchedule } from "./$id.schedule.page.server";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = () => [...formLinks(), ...accountLinks()];

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => pageTitle(loaded?.model.title);

/** The editor of a job's schedule, with the expression named in the address. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const id = args.params.id ?? "";
    const model = await jobScheduleModel(context, id, new URL(args.request.url).searchParams);
    return { model, crumbs: recordCrumbs({ key: "job", list: "任务调度", label: model.name, id, title: "编辑调度" }) };
  });
}

/** Keeps the schedule, or answers the editor again. */
export async function action(args: ActionFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const form = await readForm(args, context);
    const outcome = await saveSchedule(context, args.params.id ?? "", form);
    if ("model" in outcome) return data({ model: outcome.model }, { status: 400 });
    throw await seeOther(context, outcome.href, "调度已保存", []);
  });
}

export default function EditSchedule() {
  const { model } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <SchedulePage model={answer?.model ?? model} busy={useNavigation().state === "submitting"} />;
}

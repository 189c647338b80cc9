import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { openJobSchedule, postJobSchedule } from "~/edge/settings-route.server";
import { pageTitle } from "~/edge/title";
import { SchedulePage } from "~/ui/job/SchedulePage";
import { formLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";
export { saveForm as clientAction } from "~/ui/connection/save-form";

export const links = formLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.model.title);

export async function loader(args: LoaderFunctionArgs) {
  return openJobSchedule(args);
}

export async function action(args: ActionFunctionArgs) {
  return postJobSchedule(args);
}

export default function EditSchedule() {
  const { model } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <SchedulePage model={answer?.model ?? model} busy={useNavigation().state === "submitting"} />;
}

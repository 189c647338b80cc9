import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { answering, requireEdge } from "~/edge/request.server";
import { sendAvatar } from "~/edge/settings.server";
import { pageTitle } from "~/edge/title";
import { avatarModel } from "~/engine/account/settings-model.server";
import { AvatarPage } from "~/ui/account/Avatar/AvatarPage";
import { usePageFrame } from "~/ui/account/Frame/page-frame";
import { accountLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = accountLinks;
export const meta: MetaFunction = () => pageTitle("头像设置");

export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const model = avatarModel(context);
    return { model, crumbs: [{ label: "账号设置" }, { label: model.title }] };
  });
}

export async function action(args: ActionFunctionArgs) {
  return sendAvatar(args);
}

export default function AvatarSettings() {
  const { model } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  // Another picture begins with an empty form.
  return <AvatarPage key={model.picture ?? ""} model={answer?.model ?? model} busy={usePageFrame().busy} />;
}

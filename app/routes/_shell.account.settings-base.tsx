import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { sendProfile } from "~/edge/account.server";
import { answering, requireEdge } from "~/edge/request.server";
import { pageTitle } from "~/edge/title";
import { profileForm } from "~/engine/account/forms.server";
import { settingsFrame } from "~/engine/account/settings-model.server";
import { FieldsForm } from "~/ui/account/Fields/FieldsForm";
import { usePageFrame } from "~/ui/account/Frame/page-frame";
import { SettingsFrame } from "~/ui/account/Settings/SettingsFrame";
import { accountLinks } from "~/ui/theme/links";

export { ErrorBoundary } from "~/edge/ErrorBoundary";

export const links = accountLinks;
export const meta: MetaFunction = () => pageTitle("基本设置");

const PATH = "/account/settings-base";

/** The form of the profile as a page of the settings; saving stays there. */
export async function loader(args: LoaderFunctionArgs) {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const { tabs, title } = settingsFrame(context, "settings-base");
    const model = { ...(await profileForm(context, PATH, PATH)), title };
    return { model, tabs, crumbs: [{ label: "账号设置" }, { label: title }] };
  });
}

export async function action(args: ActionFunctionArgs) {
  return sendProfile(args, PATH);
}

export default function BaseSettings() {
  const { model, tabs } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const drawn = answer?.done === false ? { ...answer.model, title: model.title, from: PATH } : model;
  return (
    <SettingsFrame tabs={tabs}>
      <FieldsForm model={drawn} frame={usePageFrame()} inPage />
    </SettingsFrame>
  );
}

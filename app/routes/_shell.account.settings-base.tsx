import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { openProfile, sendProfile } from "~/edge/account.server";
import { pageTitle } from "~/edge/title";
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
  const { tabs, title } = settingsFrame("settings-base");
  const model = { ...(await openProfile(args, PATH)), title, from: PATH };
  return { model, tabs, crumbs: [{ label: "账号设置" }, { label: title }] };
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

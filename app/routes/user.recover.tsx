import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { recoverAction, recoverPage } from "~/edge/recover.server";
import { pageTitle } from "~/edge/title";
import { RecoverPage } from "~/ui/login/RecoverPage/RecoverPage";

export const handle = { blank: true, hydrate: false };
export const meta: MetaFunction = () => pageTitle("找回密码");

export async function loader(args: LoaderFunctionArgs) {
  const { model, status, headers } = await recoverPage(args);
  return data(model, { status, headers });
}

export async function action(args: ActionFunctionArgs) {
  const { model, status, headers } = await recoverAction(args);
  return data(model, { status, headers });
}

export default function Recover() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <RecoverPage model={posted ?? loaded} />;
}

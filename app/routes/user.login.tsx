import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loginAction, loginPage } from "~/edge/login.server";
import { pageTitle } from "~/edge/title";
import { LoginPage } from "~/ui/login/LoginPage/LoginPage";

export const handle = { blank: true, hydrate: false };
export const meta: MetaFunction = () => pageTitle("登录");

export async function loader(args: LoaderFunctionArgs) {
  const { model, headers } = await loginPage(args);
  return data(model, { headers });
}

export async function action(args: ActionFunctionArgs) {
  const { model, status, headers } = await loginAction(args);
  return data(model, { status, headers });
}

export default function Login() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <LoginPage model={posted ?? loaded} />;
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { loginAction, loginModel } from "~/edge/login.server";
import { pageTitle } from "~/edge/title";
import { LoginPage } from "~/ui/login/LoginPage/LoginPage";

export const handle = { blank: true, hydrate: false };
export const meta: MetaFunction = () => pageTitle("登录");

export async function loader(args: LoaderFunctionArgs) {
  return loginModel(args);
}

export async function action(args: ActionFunctionArgs) {
  const refused = await loginAction(args);
  return data(refused.model, { status: refused.status, headers: refused.headers });
}

export default function Login() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <LoginPage model={posted ?? loaded} />;
}

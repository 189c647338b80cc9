import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { registerAction, registerPage } from "~/edge/registration.server";
import { ticketHeaders } from "~/edge/ticket-route.server";
import { pageTitle } from "~/edge/title";
import { registerLinks } from "~/ui/register/links";
import { StartPage } from "~/ui/register/StartPage/StartPage";

export const handle = { blank: true, hydrate: false };
export const links = registerLinks;
export const meta: MetaFunction = () => pageTitle("注册");
export const headers = () => ticketHeaders();

export async function loader(args: LoaderFunctionArgs) {
  return registerPage(args);
}

export async function action(args: ActionFunctionArgs) {
  return registerAction(args);
}

export default function Register() {
  const loaded = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  return <StartPage model={posted ?? loaded} />;
}

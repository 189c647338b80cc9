import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { applicationAction, applicationPage } from "~/edge/registration.server";
import { ticketHeaders } from "~/edge/ticket-route.server";
import { pageTitle } from "~/edge/title";
import { ApplicationPage } from "~/ui/register/ApplicationPage/ApplicationPage";
import { EntryPage } from "~/ui/register/EntryPage/EntryPage";
import { registerLinks } from "~/ui/register/links";

export const handle = { blank: true, hydrate: false };
export const links = registerLinks;
export const meta: MetaFunction = () => pageTitle("供应商注册");
export const headers = () => ticketHeaders();

export async function loader(args: LoaderFunctionArgs) {
  return applicationPage(args);
}

export async function action(args: ActionFunctionArgs) {
  return applicationAction(args);
}

export default function RegisterSupplier() {
  const loaded = useLoaderData<typeof loader>();
  const model = useActionData<typeof action>() ?? loaded;
  return model.kind === "entry" ? <EntryPage model={model} /> : <ApplicationPage model={model} />;
}

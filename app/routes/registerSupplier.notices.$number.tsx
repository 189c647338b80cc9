import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { noticePage } from "~/edge/notices.server";
import { ticketHeaders } from "~/edge/ticket-route.server";
import { pageTitle } from "~/edge/title";
import { registerLinks } from "~/ui/register/links";
import { Notice } from "~/ui/register/NoticePages/NoticePages";

export const handle = { blank: true, hydrate: false };
export const links = registerLinks;
export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title ?? "预审公告");
export const headers = () => ticketHeaders();

export async function loader(args: LoaderFunctionArgs) {
  return noticePage(args, args.params.number ?? "");
}

export default function PublicNotice() {
  return <Notice model={useLoaderData<typeof loader>()} />;
}

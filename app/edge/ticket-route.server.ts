import { data, redirect } from "@remix-run/node";
import type { Context } from "~/engine/context.server";
import { embeddedFile } from "~/engine/embedded/attachments.server";
import { embeddedPage } from "~/engine/embedded/page.server";
import { AppError } from "~/engine/errors";
import { approvalFile, approvalPage } from "~/engine/integrations/approval-page.server";
import { anonymousContext } from "~/engine/session/session.server";
import { openTicket, type Ticket, type TicketPurpose } from "~/engine/tickets/tickets.server";
import { publicOrigin } from "~/env.server";
import { services } from "~/services.server";
import { type DecisionPage, decisionPath, type EmbeddedPage } from "~/shared/embedded-pages";
import type { ClosedModel } from "~/ui/blank/ClosedPage/ClosedPage";
import { answering, type EdgeArgs } from "./request.server";

/** Neither the page nor the ticket in its address may be kept by anybody on the way. */
export const ticketHeaders = () => ({ "Cache-Control": "no-store", "Referrer-Policy": "same-origin" });

/**
 * A page that opens by ticket alone: sessions and cookies are not looked at, and every way in which a ticket can be wrong gives
 * the same answer (ruling 45).
 * @param show what stands on the page of a good ticket
 */
export async function showByTicket<T extends object>(
  args: EdgeArgs,
  purpose: TicketPurpose,
  show: (context: Context, ticket: Ticket, origin: string) => Promise<T>,
) {
  return answering(async () => {
    const parts = await services();
    const requestId = args.context.requestId ?? parts.engine.newId();
    const context = anonymousContext(parts.engine, { requestId, ip: args.context.ip ?? "", channel: "page" });
    const { headers, url } = args.request;
    const looking = !/prefetch/.test(headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "");
    try {
      const secret = new URL(url).searchParams.get("ticket");
      const ticket = await openTicket(context, secret, purpose, { device: headers.get("User-Agent") ?? "", looking });
      return data({ closed: null, shown: await show(context, ticket, publicOrigin(parts.env, args.request)) });
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "link_gone") throw error;
      const closed: ClosedModel | null = { title: "链接已失效", message: error.message };
      return data({ closed, shown: null }, { status: error.status });
    }
  });
}

/** The document that waits for approval, and how far it has come. */
export function openApprovalPage(args: EdgeArgs) {
  return showByTicket(args, "approval-view", approvalPage);
}

/** How a page says that it does not open, where it is not said as everywhere. */
const CLOSED: Readonly<Partial<Record<TicketPurpose, ClosedModel>>> = {
  "quote-view": { title: "链接无效", message: "链接无效或已过期，请从OA待办重新打开" },
};

/** A document as its definition shows it to people who decide in another system. */
export async function openEmbeddedPage(args: EdgeArgs, page: EmbeddedPage) {
  const answer = await showByTicket(args, page, embeddedPage);
  const { closed, shown } = answer.data;
  return data({ closed: closed && (CLOSED[page] ?? closed), shown }, answer.init ?? {});
}

/** A file of such a page, by a link that opens once; whoever comes too late is led to the page, which says so. */
export async function openEmbeddedFile(args: EdgeArgs, page: DecisionPage): Promise<Response> {
  return answering(async () => {
    const parts = await services();
    const requestId = args.context.requestId ?? parts.engine.newId();
    const context = anonymousContext(parts.engine, { requestId, ip: args.context.ip ?? "", channel: "page" });
    const { headers, url } = args.request;
    const secret = new URL(url).searchParams.get("ticket");
    try {
      const ticket = await openTicket(context, secret, "embedded-file", { device: headers.get("User-Agent") ?? "" });
      return await (page === "approval-view" ? approvalFile(context, ticket) : embeddedFile(context, ticket, page));
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "link_gone") throw error;
      return redirect(decisionPath(page).slice("/web".length), 303);
    }
  });
}

/** No kind of document has this page for outsiders so far: what a ticket is for cannot be shown, which is said in the same words. */
export async function openTicketPage(args: EdgeArgs, purpose: TicketPurpose) {
  const answer = await showByTicket(args, purpose, () => Promise.reject(new AppError("link_gone")));
  const closed: ClosedModel = answer.data.closed ?? { title: "", message: "" };
  return data(closed, answer.init ?? {});
}

import { data } from "@remix-run/node";
import { AppError } from "~/engine/errors";
import { anonymousContext } from "~/engine/session/session.server";
import { openTicket, type TicketPurpose } from "~/engine/tickets/tickets.server";
import { services } from "~/start.server";
import type { ClosedModel } from "~/ui/blank/ClosedPage/ClosedPage";
import { answering, type EdgeArgs } from "./request.server";

/** Neither the page nor the ticket in its address may be kept by anybody on the way. */
export const ticketHeaders = () => ({ "Cache-Control": "no-store", "Referrer-Policy": "same-origin" });

/**
 * A page that opens by ticket alone: sessions and cookies are not looked at, and every way in which a ticket can be wrong gives
 * the same answer (ruling 45).
 */
export async function openTicketPage(args: EdgeArgs, purpose: TicketPurpose) {
  return answering(async () => {
    const parts = await services();
    const requestId = args.context.requestId ?? parts.engine.newId();
    const context = anonymousContext(parts.engine, { requestId, ip: args.context.ip ?? "", channel: "page" });
    const { headers, url } = args.request;
    const looking = !/prefetch/.test(headers.get("Sec-Purpose") ?? headers.get("Purpose") ?? "");
    try {
      const secret = new URL(url).searchParams.get("ticket");
      await openTicket(context, secret, purpose, { device: headers.get("User-Agent") ?? "", looking });
      // No kind of document has a page for outsiders so far: what a ticket is for cannot be shown, which is said in the same words.
      throw new AppError("link_gone");
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "link_gone") throw error;
      const model: ClosedModel = { title: "链接已失效", message: error.message };
      return data(model, { status: error.status });
    }
  });
}

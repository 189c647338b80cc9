import { redirect } from "@remix-run/node";
import { AppError } from "~/engine/errors";
import { lateCookie, sessionCookie, wordCookie } from "~/engine/session/cookie.server";
import { signInByTicket } from "~/engine/session/single-sign-on.server";
import { tokenHash } from "~/engine/session/token.server";
import { framedPages } from "~/shared/framed-pages";
import { addressOf, answering, type EdgeArgs, openEdge } from "./request.server";

/**
 * Guard step 1: whoever comes with `?token=` signs in by that ticket, unless he is signed in already, and goes on to the same address
 * without it. A ticket that is none any more is dropped; the sign-in page says so if one is led there. The pages that are opened by
 * link know nobody, so nothing is taken from their addresses.
 */
export async function arriveByTicket(args: EdgeArgs): Promise<void> {
  const { request } = args;
  const url = new URL(request.url);
  if (framedPages.has(url.pathname)) return;
  if (!url.searchParams.has("token") || (request.method !== "GET" && request.method !== "HEAD")) return;
  const ticket = url.searchParams.get("token") ?? "";
  url.searchParams.delete("token");
  const same = addressOf(new Request(url)) || "/";
  await answering(async () => {
    const { parts, session, context } = await openEdge(args);
    if (session) throw redirect(same);
    const { secure } = parts.env;
    const headers = new Headers();
    for (const cookie of await cookiesFor(ticket, secure)) headers.append("Set-Cookie", cookie);
    throw redirect(same, { headers });

    async function cookiesFor(given: string, isSecure: boolean): Promise<string[]> {
      try {
        const device = request.headers.get("User-Agent") ?? "";
        const { token } = await signInByTicket(parts.engine, given, { ip: context.ip, device });
        return [sessionCookie(token, isSecure), lateCookie(tokenHash(token), isSecure)];
      } catch (error) {
        if (!(error instanceof AppError) || error.error === "unavailable") throw error;
        return [wordCookie(error.error === "blocked" ? "sso-blocked" : "sso", isSecure)];
      }
    }
  });
}

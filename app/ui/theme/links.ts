import type { HtmlLinkDescriptor } from "@remix-run/react";
import accountHref from "./account.css";
import formHref from "./form.css";
import phoneHref from "./phone.css";
import shellHref from "./shell.css";

/** Address of the stylesheet of all pages with the shell, for fetching it ahead of the first of them. */
export { shellHref };

/** `links` of the shell's layout route: lists, records, home. */
export function shellLinks(): HtmlLinkDescriptor[] {
  return [{ rel: "stylesheet", href: shellHref }];
}

/** `links` of every route that draws a form or a transition, on top of the shell's. */
export function formLinks(): HtmlLinkDescriptor[] {
  return [{ rel: "stylesheet", href: formHref }];
}

/** `links` of pages that are opened now and then (own account, results, course of states, trials, schedules), on top of the shell's. */
export function accountLinks(): HtmlLinkDescriptor[] {
  return [{ rel: "stylesheet", href: accountHref }];
}

/** `links` of the pages for receiving by phone, on top of the shell's. */
export function phoneLinks(): HtmlLinkDescriptor[] {
  return [{ rel: "stylesheet", href: phoneHref }];
}

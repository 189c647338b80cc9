import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

const DIALOGS = /^(\/web)?\/account\//;

/**
 * For pages on which somebody may be typing: a form that was sent from a dialog over them does not read them anew, for the answer
 * would take the place of what was typed. Exported by the routes of forms.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { formAction, actionStatus, defaultShouldRevalidate } = args;
  // A route with a say of its own is asked after refused posts too: those are answered with the form as it was typed.
  if (actionStatus !== undefined && actionStatus >= 400) return false;
  return formAction && DIALOGS.test(formAction) ? false : defaultShouldRevalidate;
}

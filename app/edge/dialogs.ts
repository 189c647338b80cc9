import type { ShouldRevalidateFunctionArgs } from "@remix-run/react";

const DIALOGS = /^(\/web)?\/account\//;

/**
 * For pages on which somebody may be typing: a form that was sent from a dialog over them does not read them anew, for the answer
 * would take the place of what was typed. Exported by the routes of forms.
 */
export function shouldRevalidate({ formAction, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formAction && DIALOGS.test(formAction) ? false : defaultShouldRevalidate;
}

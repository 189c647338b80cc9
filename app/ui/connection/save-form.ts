import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { KEPT, lastTrace } from "./guarded-fetch";
import { notify, untell } from "./notices";
import { failureNotice } from "./words";

/** Told to the form that what it sent did not get through, so that it goes on keeping what is typed. */
export const UNSENT = "portal:unsent";

/**
 * `clientAction` of every route with a form: a post that is refused or lost leaves the form as it is, with everything typed,
 * and a message above it. Without script the browser's own way back does the same.
 */
export async function saveForm({ serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  try {
    const answer = await serverAction();
    if (answer !== KEPT) {
      untell("failed");
      return answer;
    }
  } catch (error) {
    const said = refusalOf(error);
    if (!said) throw error;
    notify(said);
  }
  window.dispatchEvent(new Event(UNSENT));
  return formerAnswer();
}

/** What to say of an error the form survives; undefined for a redirect, and for a record that is not there any more. */
function refusalOf(error: unknown) {
  if (isRouteErrorResponse(error)) {
    const { status, data } = error;
    return status === 404 || status === 405 ? undefined : failureNotice(status, messageOf(data), lastTrace());
  }
  return error instanceof Error ? failureNotice(500, undefined, lastTrace()) : undefined;
}

function messageOf(data: unknown): string | undefined {
  const said = typeof data === "object" && data !== null && "message" in data ? data.message : undefined;
  return typeof said === "string" ? said : undefined;
}

/** The very answer the form is drawn from now: another object would be taken for a new answer. */
function formerAnswer(): unknown {
  const { actionData } = window.__remixRouter.state;
  return Object.values(actionData ?? {})[0] ?? null;
}

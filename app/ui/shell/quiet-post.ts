/**
 * Sends a small form in the background: closing a notice or folding the side bar must not reload data under a half-filled form.
 * The answer is not looked at; without script the same form is sent as usual.
 */
export function postQuietly(form: HTMLFormElement, submitter: HTMLButtonElement | null): void {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") body.append(name, value);
  if (submitter?.name) body.append(submitter.name, submitter.value);
  sendQuietly(form.action, body);
}

/** The same for what is no form in the page. */
export function sendQuietly(action: string, body: URLSearchParams): void {
  void fetch(action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => undefined);
}

/// <reference types="@remix-run/dev" />
/// <reference types="@remix-run/node" />
import "@remix-run/node";

declare module "@remix-run/node" {
  // Without this, useLoaderData is typed by the rules from before single fetch.
  interface Future {
    v3_singleFetch: true;
  }

  /** What the host hands to loaders and actions. Under `remix-serve` it is an empty object. */
  interface AppLoadContext {
    cspNonce: string;
    requestId: string;
    ip: string;
    /** Memory of one request, shared by its loaders. */
    request: Map<string, unknown>;
    /** Writes a fault into the log, as one line; missing where nobody keeps one. */
    fault?(error: unknown): void;
    /** The pattern that a page's address follows; missing where nobody knows. */
    pageRoute?(path: string): string | undefined;
  }
}

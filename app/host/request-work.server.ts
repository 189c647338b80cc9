/** Parts of an address that name a screen or an entity; every other variable part names a record and stays a pattern. */
const NAMING_PARTS = new Set([":module", ":screen", ":noun"]);
/** The name of everything that no page and no call answers. */
const OTHER_ROUTE = "other";

/** What a request is called, and what storage did for it; storage adds the figures. */
export interface RequestWork {
  readonly requestId: string;
  /** Pattern of the address, e.g. `/web/:module/:screen/:id`; one of a few. */
  readonly route: string;
  /** Method and pattern with the names of screens put in, e.g. `GET /web/purchase-orders/purchase-order/:id`. */
  readonly page: string;
  queries: number;
  dbMs: number;
  /** Called by whoever answers the request and knows the pattern. */
  matched(route: string): void;
}

/**
 * @param routeOf finds the pattern of a page; asked only when somebody wants to know
 */
export function requestWork(
  { requestId, method, path }: { requestId: string; method: string; path: string },
  routeOf: (path: string) => string | undefined,
): RequestWork {
  let known: string | undefined;
  return {
    requestId,
    queries: 0,
    dbMs: 0,
    get route() {
      known ??= routeOf(path) ?? OTHER_ROUTE;
      return known;
    },
    get page() {
      return `${method} ${filledIn(this.route, path)}`;
    },
    matched(route) {
      known = route;
    },
  };
}

function filledIn(route: string, path: string): string {
  const parts = path.split("/");
  return route
    .split("/")
    .map((part, index) => {
      const value = parts[index]?.replace(/\.data$/, "") ?? "";
      return NAMING_PARTS.has(part) && /^[a-z0-9-]{1,60}$/.test(value) ? value : part;
    })
    .join("/");
}

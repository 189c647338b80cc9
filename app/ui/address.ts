import { useHref } from "@remix-run/react";
import { createContext, useContext, useMemo } from "react";

export interface Address {
  /** For plain `<a>` and `<form>`: with the base path in front. Queries, anchors and foreign addresses stay as they are. */
  href: (to: string) => string;
  /** For `<Form>`, `<Link>` and `navigate`, which put the base path in front themselves. */
  path: (to: string) => string;
}

/** Made once for a page, in the document around it. */
export const AddressContext = createContext<Address>(addressBelow(""));

/**
 * Turns the addresses of a model into what an element needs. Plain elements are drawn instead of `<Link>` because a list page
 * has hundreds of them; the shell makes them navigate without a reload.
 */
export function useAddress(): Address {
  return useContext(AddressContext);
}

/** The address of a page below the router's base path, for the context. */
export function useBaseAddress(): Address {
  const base = useHref("/").replace(/\/$/, "");
  return useMemo(() => addressBelow(base), [base]);
}

function addressBelow(base: string): Address {
  return {
    href: (to) => (isPath(to) && !isBelow(base, to) ? base + to : to),
    path: (to) => (isPath(to) && isBelow(base, to) ? withoutBase(base, to) : to),
  };
}

/** @returns the rest of the path below the base, with its leading slash; `path` must be below the base. */
export function withoutBase(base: string, path: string): string {
  return path.slice(base.length) || "/";
}

export function isBelow(base: string, path: string): boolean {
  return path === base || path.startsWith(`${base}/`) || path.startsWith(`${base}?`);
}

function isPath(to: string): boolean {
  return to.startsWith("/") && !to.startsWith("//");
}

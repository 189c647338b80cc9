import { createContext } from "react";

/**
 * Ready-made HTML by name, such as the menu of one permission version. The server takes it from the request's memory; the
 * browser reads it back from the elements that carry `data-fragment`, so it is neither sent twice nor made again.
 * Draw it as `<nav data-fragment="menu" dangerouslySetInnerHTML={{ __html: fragments.menu ?? "" }} />`.
 */
export const FragmentsContext = createContext<Record<string, string>>({});

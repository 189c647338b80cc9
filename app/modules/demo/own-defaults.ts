/**
 * Defaults of the program that the demo company replaces: its flows of orders, admissions, prequalifications, returns and stock are told
 * along with their documents, some of which are older than them; its suppliers and materials stand without all certificates and sources.
 */
export const DEMO_REPLACES: readonly string[] = [
  "ORDER-AMOUNT",
  "ADMIT",
  "PREQ-RESULT",
  "RETURN",
  "STOCK",
  "SYS-CERTIFICATE",
  "SOURCE",
];

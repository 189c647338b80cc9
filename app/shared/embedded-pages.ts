/**
 * Pages that people who decide in another system read about a document, by what their tickets are for. Which document shows which of them says its
 * definition (`embedded`).
 */
export const EMBEDDED_PAGES = {
  "quote-view": "/web/baoJiaOa/viewQuote",
  "payment-view": "/web/paymentOa/paymentInfo",
  "prepayment-view": "/web/prepaidOa/prepaidInfo",
  "refund-view": "/web/refundOa/refundInfo",
} as const;

export type EmbeddedPage = keyof typeof EMBEDDED_PAGES;

/** The page of a document's paper, for kinds without a page of their own. */
export const PAPER_PAGE = "/web/approvalOa/approvalInfo";

/** What waits for a decision elsewhere is opened by these. */
export type DecisionPage = EmbeddedPage | "approval-view";

/** Where the files of such a page are taken from, by a link each that opens once. */
export const EMBEDDED_FILES: Readonly<Partial<Record<DecisionPage, string>>> = {
  "quote-view": "/web/baoJiaOa/attachment",
  "approval-view": "/web/approvalOa/attachment",
};

/** Address of the page that tickets for this purpose open. */
export function decisionPath(page: DecisionPage): string {
  return page === "approval-view" ? PAPER_PAGE : EMBEDDED_PAGES[page];
}

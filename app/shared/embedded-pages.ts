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

/** Where the files of such a page are taken from, by a link each that opens once. */
export const EMBEDDED_FILES: Readonly<Partial<Record<keyof typeof EMBEDDED_PAGES, string>>> = {
  "quote-view": "/web/baoJiaOa/attachment",
};

export type EmbeddedPage = keyof typeof EMBEDDED_PAGES;

/** The pages an office-automation system may show inside its own: they open by ticket, ignore sessions and send no script. */
export const framedPages: ReadonlySet<string> = new Set([
  "/web/singleLogin/pzycDetailOa",
  "/web/baoJiaOa/viewQuote",
  "/web/paymentOa/paymentInfo",
  "/web/prepaidOa/prepaidInfo",
  "/web/refundOa/refundInfo",
  "/web/approvalOa/approvalInfo",
]);

/** When a certificate of analysis has to be there. */
export const COA_WHEN = { delivery: "随送货单", before_ship: "发货前", none: "不要求" } as const;

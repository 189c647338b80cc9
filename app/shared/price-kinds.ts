/** Kinds of decisions on a price. */
export const PRICE_KINDS = {
  new: "新增定价",
  rise: "涨价",
  fall: "降价",
  renew: "续期",
  temp: "临时价",
} as const;

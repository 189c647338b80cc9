/** Lists that several definitions share. Keys are stored, texts are shown. */
export const UNITS = { kg: "千克", t: "吨", pcs: "个", box: "箱", roll: "卷", set: "支" } as const;
/** Of these there are only whole ones; of every other unit, also of those a company adds, parts are measured. */
export const COUNTED_UNITS: ReadonlySet<string> = new Set<keyof typeof UNITS>(["pcs", "box", "roll", "set"]);
export const CURRENCIES = { CNY: "人民币", USD: "美元", EUR: "欧元", HKD: "港币" } as const;
export const PAYMENT_TERMS = {
  prepay: "预付款",
  cod: "货到付款",
  d30: "月结30天",
  d60: "月结60天",
  d90: "月结90天",
} as const;

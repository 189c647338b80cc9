/**
 * What a saving is measured against. The three are never added up: each compares the same purchase with another price. The words stand on the
 * screens; the view `purchase_record` computes by them.
 */
export const MEASURES = {
  last: {
    label: "比上次价节约",
    price: "同一公司、物料、单位和币种上一张已下达订单的含税单价",
    definition: "（上次单价－含税单价）×采购数量；首次购买没有",
  },
  cost: {
    label: "比应有成本节约",
    price: "定价的核价单保存的成本模型数，含税",
    definition: "（应有成本－含税单价）×采购数量；核价单没有应有成本的没有",
  },
  quote: {
    label: "比平均报价节约",
    price: "定价所依据的询价末轮开启的报价的平均含税单价",
    definition: "（平均报价－含税单价）×采购数量；不由询价定价的没有",
  },
} as const;

/** Name of a way to measure. */
export type Measure = keyof typeof MEASURES;
/** In the order they stand in. */
export const MEASURE_NAMES = ["last", "cost", "quote"] as const satisfies readonly Measure[];

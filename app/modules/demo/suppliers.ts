/**
 * Sixty invented suppliers: brand and trade by the material type they deliver. The first of 谷物面粉 and the first of
 * 纸箱纸盒 are those of the accounts supplier1 and supplier2.
 */
export interface SupplierIdea {
  /** Second-level material type. */
  type: string;
  brand: string;
  trade: string;
  /** Position in the list of invented cities. */
  city: number;
  kind: "manufacturer" | "trader" | "origin_coop" | "packaging" | "service" | "brand_agent";
  stage: "potential" | "candidate" | "trial" | "qualified" | "preferred" | "eliminated";
}

const CLASS_OF: Readonly<Record<string, string>> = {
  Y01: "G11",
  Y02: "G11",
  Y03: "G11",
  Y04: "G12",
  Y05: "G13",
  Y06: "G13",
  Y07: "G12",
  F01: "G2",
  F02: "G2",
  B01: "G32",
  B02: "G31",
  B03: "G31",
  B04: "G32",
  W01: "G4",
};

/** Supplier class of those who deliver a material type. */
export function classOf(type: string): string {
  return CLASS_OF[type] ?? "G1";
}

const make =
  (type: string, kind: SupplierIdea["kind"]) =>
  (
    brand: string,
    trade: string,
    city: number,
    other: Partial<Pick<SupplierIdea, "stage" | "kind">> = {},
  ): SupplierIdea => ({ type, brand, trade, city, kind, stage: "qualified", ...other });

const grain = make("Y01", "manufacturer");
const sugar = make("Y02", "manufacturer");
const oil = make("Y03", "manufacturer");
const nut = make("Y04", "manufacturer");
const dairy = make("Y05", "manufacturer");
const meat = make("Y06", "manufacturer");
const fruit = make("Y07", "manufacturer");
const spice = make("F01", "manufacturer");
const additive = make("F02", "manufacturer");
const carton = make("B01", "packaging");
const film = make("B02", "packaging");
const bottle = make("B03", "packaging");
const label = make("B04", "packaging");
const service = make("W01", "service");

export const SUPPLIERS: readonly SupplierIdea[] = [
  grain("禾穗源", "面粉", 1, { stage: "preferred" }),
  carton("方正圆", "纸制品", 2, { stage: "preferred" }),
  grain("谷丰年", "粮油食品", 10),
  grain("粮沃田", "淀粉", 3),
  grain("麦浪声", "面业", 8),
  grain("稻香里", "米业", 7, { stage: "trial" }),
  sugar("甘棠雪", "糖业", 5, { stage: "preferred" }),
  sugar("蔗林南", "糖业", 5),
  sugar("甜谷坊", "淀粉糖", 3),
  sugar("蜜之源", "蜂业", 8, { stage: "candidate" }),
  oil("金榨坊", "油脂", 3, { stage: "preferred" }),
  oil("葵海", "植物油", 10),
  oil("清榨堂", "油脂科技", 0),
  oil("棕榈湾", "油脂贸易", 6, { kind: "trader" }),
  nut("沙枣红", "坚果", 11, { stage: "preferred" }),
  nut("百果仁", "食品", 0),
  nut("山核记", "林产品", 2, { kind: "origin_coop" }),
  nut("葵籽园", "农产品", 11, { stage: "trial", kind: "origin_coop" }),
  dairy("草甸白", "乳业", 10, { stage: "preferred" }),
  dairy("晨牧", "乳品配料", 7),
  dairy("蛋语", "蛋品", 8),
  dairy("北牧湾", "乳业", 10, { stage: "potential" }),
  meat("膳品源", "肉制品", 1),
  meat("海澄", "水产品", 6),
  meat("福牧", "肉类", 9),
  meat("鲜潮", "水产", 4, { stage: "eliminated" }),
  fruit("果岭", "果蔬", 3, { stage: "preferred" }),
  fruit("蔬鲜记", "脱水蔬菜", 7),
  fruit("山野红", "果业", 9, { kind: "origin_coop" }),
  fruit("冻果坊", "速冻食品", 3),
  fruit("菌语", "菌业", 4),
  spice("鲜味多", "调味品", 6, { stage: "preferred" }),
  spice("椒麻记", "香料", 9),
  spice("酱缸里", "酿造", 2),
  spice("盐湖白", "盐业", 9),
  spice("香叶坊", "香辛料", 5),
  additive("食安科", "食品配料", 7, { stage: "preferred" }),
  additive("维佳源", "生物科技", 3),
  additive("清胶", "胶体", 4),
  additive("酵和", "酵母", 8),
  additive("彩谷", "天然色素", 1, { kind: "brand_agent" }),
  carton("箱之道", "包装", 0),
  carton("瓦楞坊", "纸品", 1),
  carton("彩盒记", "印刷包装", 6),
  carton("厚纸堂", "包装", 7, { stage: "potential" }),
  film("膜立方", "塑料包装", 2, { stage: "preferred" }),
  film("封鲜", "软包装", 7),
  film("透亮", "薄膜", 6),
  film("复合家", "包装材料", 3),
  film("袋袋乐", "包装", 0, { stage: "trial" }),
  bottle("瓶安", "玻璃", 3),
  bottle("罐之家", "制罐", 6),
  bottle("盖世", "瓶盖", 2),
  bottle("净瓶", "塑业", 7, { stage: "candidate" }),
  label("标美", "标签印刷", 2),
  label("彩标坊", "印刷", 6),
  label("贴心", "不干胶", 7),
  label("码上印", "数码印刷", 0, { stage: "potential" }),
  service("准食检", "检测技术", 7),
  service("冷链通", "仓储服务", 1),
];

const SURNAMES = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾萧田董潘袁蔡蒋余";
const GIVEN = [
  "伟",
  "芳",
  "娜",
  "秀英",
  "敏",
  "静",
  "磊",
  "洋",
  "艳",
  "勇",
  "军",
  "杰",
  "涛",
  "明",
  "霞",
  "平",
  "刚",
  "桂兰",
  "建华",
  "文博",
];

/** An invented person; the same number gives the same name. */
export function inventedName(sequence: number): string {
  const surname = SURNAMES.charAt((sequence * 7) % SURNAMES.length);
  return surname + (GIVEN[(sequence * 11) % GIVEN.length] ?? "");
}

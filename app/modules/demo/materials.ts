/** Invented articles of a food company by material type; every specification of an article is a material of its own. */
export interface Article {
  name: string;
  /** Base unit. */
  uom: "kg" | "t" | "pcs" | "box" | "roll" | "set";
  /** Tax rate in percent: agricultural goods 9, processed goods 13, services 6. */
  tax: "6" | "9" | "13";
  /** Taxed price per unit in yuan, for the first specification. */
  price: number;
  specs: readonly string[];
  shelfLifeDays?: number;
  storage?: "normal" | "cool" | "cold";
  allergen?: string;
  isKey?: boolean;
}

type Food = Pick<Article, "storage" | "allergen" | "isKey">;

function food(
  name: string,
  uom: Article["uom"],
  tax: Article["tax"],
  price: number,
  shelfLifeDays: number,
  specs: string,
  more: Food = {},
): Article {
  return { name, uom, tax, price, shelfLifeDays, specs: specs.split("、"), storage: "normal", ...more };
}

function goods(name: string, uom: Article["uom"], price: number, specs: string, tax: Article["tax"] = "13"): Article {
  return { name, uom, tax, price, specs: specs.split("、") };
}

const GLUTEN = { allergen: "含麸质的谷物" };
const NUTS = { allergen: "坚果及果仁", storage: "cool" as const };
const MILK = { allergen: "乳及乳制品", isKey: true };
const FROZEN = { storage: "cold" as const };

export const ARTICLES: Readonly<Record<string, readonly Article[]>> = {
  Y01: [
    food("高筋小麦粉", "kg", "9", 4.6, 365, "25kg/袋、50kg/袋、1000kg/吨袋", { ...GLUTEN, isKey: true }),
    food("中筋小麦粉", "kg", "9", 4.1, 365, "25kg/袋、50kg/袋、1000kg/吨袋", { ...GLUTEN, isKey: true }),
    food("低筋小麦粉", "kg", "9", 4.3, 365, "25kg/袋、50kg/袋、1000kg/吨袋", GLUTEN),
    food("全麦粉", "kg", "9", 5.2, 270, "25kg/袋、50kg/袋", GLUTEN),
    food("糯米粉", "kg", "9", 6.8, 365, "20kg/袋、25kg/袋、50kg/袋"),
    food("粳米", "t", "9", 4850, 365, "一级、二级、碎米"),
    food("糯米", "t", "9", 5600, 365, "圆糯、长糯"),
    food("玉米淀粉", "kg", "13", 3.6, 540, "25kg/袋、40kg/袋、850kg/吨袋"),
    food("马铃薯淀粉", "kg", "13", 8.4, 540, "25kg/袋、800kg/吨袋"),
    food("燕麦片", "kg", "9", 7.9, 365, "20kg/袋、25kg/袋", GLUTEN),
    food("黑芝麻粉", "kg", "13", 26.5, 180, "10kg/箱、20kg/袋", { allergen: "芝麻" }),
    food("荞麦粉", "kg", "9", 9.2, 270, "25kg/袋、40kg/袋"),
  ],
  Y02: [
    food("白砂糖", "t", "13", 6250, 540, "优级、一级、二级", { isKey: true }),
    food("绵白糖", "kg", "13", 6.9, 540, "25kg/袋、50kg/袋"),
    food("红糖粉", "kg", "13", 9.4, 540, "20kg/袋、25kg/袋"),
    food("单晶冰糖", "kg", "13", 8.6, 540, "25kg/袋、30kg/箱"),
    food("麦芽糖浆", "kg", "13", 3.4, 365, "75%、80%、84%"),
    food("果葡糖浆", "kg", "13", 3.2, 180, "F42、F55、F90"),
    food("葡萄糖粉", "kg", "13", 4.1, 730, "25kg/袋、50kg/袋、900kg/吨袋"),
    food("麦芽糊精", "kg", "13", 4.6, 730, "DE10、DE15、DE20"),
    food("枣花蜂蜜", "kg", "9", 18.5, 540, "10kg/桶、25kg/桶、290kg/桶", { storage: "cool" }),
    food("赤藓糖醇", "kg", "13", 11.8, 1095, "30目、60目、100目"),
    food("海藻糖", "kg", "13", 14.2, 730, "20kg/袋、25kg/袋"),
  ],
  Y03: [
    food("大豆油", "t", "9", 8150, 540, "一级、三级", { allergen: "大豆", isKey: true }),
    food("葵花籽油", "t", "9", 9350, 540, "一级、压榨一级、高油酸"),
    food("菜籽油", "t", "9", 9050, 540, "一级、三级、压榨"),
    food("棕榈油", "t", "9", 7850, 365, "24度、33度、44度、52度"),
    food("起酥油", "kg", "13", 11.6, 365, "15kg/箱、16kg/桶、20kg/箱"),
    food("人造奶油", "kg", "13", 12.9, 270, "10kg/箱、15kg/箱", { ...FROZEN, allergen: "乳及乳制品" }),
    food("无水奶油", "kg", "13", 58, 365, "10kg/箱、25kg/箱", { ...FROZEN, allergen: "乳及乳制品" }),
    food("椰子油", "kg", "9", 16.4, 540, "精炼、初榨、分提"),
    food("芝麻香油", "kg", "9", 36, 540, "5kg/桶、20kg/桶、180kg/桶", { allergen: "芝麻" }),
    food("花生油", "kg", "9", 17.2, 540, "一级、浓香", { allergen: "花生" }),
    food("猪油", "kg", "13", 10.8, 365, "10kg/箱、15kg/箱、50kg/桶", FROZEN),
  ],
  Y04: [
    food("葵花籽", "t", "9", 11200, 365, "361号 220粒、361号 240粒、363号 230粒、三道眉", {
      isKey: true,
      storage: "cool",
    }),
    food("西瓜籽", "kg", "9", 21, 365, "大片、中片", { storage: "cool" }),
    food("南瓜籽", "kg", "9", 19.6, 365, "雪白、光板、毛边", { storage: "cool" }),
    food("花生仁", "t", "9", 9900, 270, "白沙25/29、小白沙、大花生24/28", { allergen: "花生", storage: "cool" }),
    food("巴旦木仁", "kg", "9", 46, 365, "23/25、25/27、27/30", { ...NUTS, isKey: true }),
    food("腰果仁", "kg", "9", 52, 365, "W240、W320、WS", NUTS),
    food("核桃仁", "kg", "9", 38, 240, "头路、二路、碎仁", NUTS),
    food("开心果", "kg", "9", 66, 365, "18/20、20/22、22/24", NUTS),
    food("夏威夷果", "kg", "9", 44, 365, "18mm、20mm、22mm", NUTS),
    food("榛子仁", "kg", "9", 72, 365, "11/13mm、13/15mm", NUTS),
    food("白芝麻", "kg", "9", 15.8, 365, "脱皮、99.5%", { allergen: "芝麻" }),
  ],
  Y05: [
    food("全脂奶粉", "kg", "13", 32, 540, "25kg/袋、高热、低热", MILK),
    food("脱脂奶粉", "kg", "13", 26, 540, "25kg/袋、高热、低热", MILK),
    food("乳清粉", "kg", "13", 9.8, 540, "D40、D90", MILK),
    food("浓缩乳清蛋白", "kg", "13", 68, 540, "WPC34、WPC80", MILK),
    food("稀奶油", "kg", "13", 29, 180, "35%脂肪 1L/盒、35%脂肪 10L/箱、48%脂肪 10L/箱", {
      ...FROZEN,
      ...MILK,
      storage: "cold",
    }),
    food("炼乳", "kg", "13", 15.2, 365, "5kg/桶、25kg/桶", MILK),
    food("干酪", "kg", "13", 41, 270, "马苏里拉、切达、再制片", { ...MILK, storage: "cold" }),
    food("全蛋粉", "kg", "13", 48, 365, "10kg/箱、20kg/箱、25kg/箱", { allergen: "蛋类" }),
    food("蛋黄粉", "kg", "13", 56, 365, "10kg/箱、20kg/箱", { allergen: "蛋类" }),
    food("蛋清粉", "kg", "13", 74, 365, "高凝胶、高起泡", { allergen: "蛋类" }),
    food("巴氏杀菌全蛋液", "kg", "13", 12.6, 28, "1kg/盒、20kg/桶", { ...FROZEN, allergen: "蛋类" }),
    food("咸蛋黄", "kg", "13", 39, 180, "10g/枚、12g/枚、14g/枚", { ...FROZEN, allergen: "蛋类" }),
  ],
  Y06: [
    food("冻猪2号肉", "kg", "9", 21.5, 365, "10kg/箱、20kg/箱、25kg/箱", { ...FROZEN, isKey: true }),
    food("冻猪4号肉", "kg", "9", 22.8, 365, "10kg/箱、20kg/箱", FROZEN),
    food("冻鸡胸肉", "kg", "9", 11.4, 365, "大胸、小胸、胸丁", { ...FROZEN, isKey: true }),
    food("冻鸡腿肉", "kg", "9", 14.6, 365, "去皮、带皮", FROZEN),
    food("冻牛肉", "kg", "9", 52, 365, "牛腩、肩肉、碎肉", FROZEN),
    food("冻鱼糜", "kg", "9", 17.8, 365, "AA级、A级、FA级", { ...FROZEN, allergen: "鱼类" }),
    food("冻虾仁", "kg", "9", 58, 540, "31/40、41/50、71/90", { ...FROZEN, allergen: "甲壳类" }),
    food("鱿鱼丝原料", "kg", "13", 46, 270, "一级、二级", { ...FROZEN, allergen: "软体动物" }),
    food("虾皮", "kg", "9", 34, 180, "淡干、盐干、原色", { storage: "cool", allergen: "甲壳类" }),
    food("冻鸭脖", "kg", "9", 16.2, 365, "35g以上、45g以上、55g以上", FROZEN),
    food("肉松", "kg", "13", 44, 270, "猪肉松、鸡肉松、海苔肉松"),
  ],
  Y07: [
    food("速冻草莓", "kg", "9", 9.6, 540, "整果、果丁", FROZEN),
    food("速冻蓝莓", "kg", "9", 19.8, 540, "8mm以上、12mm以上", FROZEN),
    food("速冻玉米粒", "kg", "9", 5.4, 540, "A级、B级", FROZEN),
    food("速冻青豆", "kg", "9", 5.9, 540, "A级、B级", FROZEN),
    food("葡萄干", "kg", "9", 14.2, 365, "绿葡萄干、黑加仑、红香妃", { storage: "cool" }),
    food("蔓越莓干", "kg", "13", 33, 540, "整粒、切片、低糖", { storage: "cool" }),
    food("红枣", "kg", "9", 12.5, 365, "一级、特级、去核", { storage: "cool", isKey: true }),
    food("脱水胡萝卜", "kg", "13", 17.6, 540, "3mm粒、5mm粒、粉"),
    food("脱水香葱", "kg", "13", 42, 365, "3mm、5mm"),
    food("干香菇", "kg", "9", 56, 365, "整朵、丁"),
    food("海苔原片", "pcs", "9", 0.62, 365, "A级、B级、C级"),
    food("番茄酱", "kg", "13", 7.1, 730, "28/30、30/32、36/38"),
    food("椰蓉", "kg", "13", 18.4, 365, "细、中、粗"),
  ],
  F01: [
    goods("食用盐", "t", 1180, "精制盐、低钠盐、日晒盐", "9"),
    goods("味精", "kg", 8.6, "40目、80目、99%粉"),
    goods("呈味核苷酸二钠", "kg", 92, "1kg/袋、10kg/箱"),
    goods("酿造酱油", "kg", 5.2, "特级、一级、老抽"),
    goods("食醋", "kg", 3.6, "米醋 5度、陈醋 6度、白醋 9度"),
    goods("鸡精", "kg", 14.5, "1kg/袋、10kg/箱"),
    goods("蚝油", "kg", 7.8, "6kg/桶、25kg/桶"),
    goods("花椒粉", "kg", 78, "40目、60目、80目"),
    goods("辣椒粉", "kg", 19.5, "1万度、3万度、5万度"),
    goods("黑胡椒碎", "kg", 46, "16目、30目"),
    goods("八角", "kg", 34, "大红、碎片", "9"),
    goods("桂皮", "kg", 22, "切片、粉", "9"),
    goods("孜然粒", "kg", 39, "整粒、粉"),
    goods("豆瓣酱", "kg", 8.2, "一级、红油"),
  ],
  F02: [
    goods("碳酸氢钠", "kg", 2.6, "25kg/袋、500kg/吨袋"),
    goods("柠檬酸", "kg", 6.4, "无水、一水"),
    goods("山梨酸钾", "kg", 24, "粉状、颗粒"),
    goods("卡拉胶", "kg", 62, "K型、I型、复配"),
    goods("黄原胶", "kg", 28, "80目、200目"),
    goods("单硬脂酸甘油酯", "kg", 17.5, "DH40、DH90"),
    goods("复配膨松剂", "kg", 9.8, "双效、无铝、油条专用"),
    goods("高活性干酵母", "kg", 21, "低糖型、高糖型"),
    goods("焦糖色", "kg", 5.6, "普通法、氨法、亚硫酸铵法"),
    goods("β-胡萝卜素", "kg", 185, "1%水分散、10%乳液"),
    goods("食用香精", "kg", 128, "香草、奶香、原味葵香、焦糖"),
    goods("抗坏血酸钠", "kg", 36, "25kg/箱、粒状"),
    goods("特丁基对苯二酚", "kg", 68, "粉状、油溶液"),
  ],
  B01: [
    goods("五层瓦楞纸箱", "pcs", 4.85, "400×300×250mm、450×320×280mm、500×360×300mm、560×380×320mm"),
    goods("三层瓦楞纸箱", "pcs", 2.95, "300×220×180mm、350×260×200mm、400×280×220mm"),
    goods("彩印礼盒", "pcs", 6.6, "坚果礼盒、糕点礼盒、年货礼盒、中秋礼盒"),
    goods("白卡纸内盒", "pcs", 0.86, "100g装、150g装、200g装"),
    goods("展示盒", "pcs", 2.2, "12袋装、20袋装、24袋装"),
    goods("纸隔板", "pcs", 0.42, "2格、4格、6格"),
    goods("手提纸袋", "pcs", 1.75, "小号、中号、大号"),
    goods("纸托盘", "pcs", 0.38, "方形、圆形"),
    goods("牛皮纸护角", "pcs", 0.95, "800mm、1000mm、1200mm"),
    goods("蜂窝纸板", "pcs", 8.4, "10mm、20mm"),
  ],
  B02: [
    goods("复合卷膜", "kg", 21.5, "BOPP/CPP 40μm、BOPP/VMCPP 50μm、PET/PE 60μm、纸塑复合"),
    goods("铝箔自立袋", "pcs", 0.52, "100g装、150g装、250g装、500g装"),
    goods("八边封袋", "pcs", 0.88, "250g装、500g装、750g装"),
    goods("三边封袋", "pcs", 0.19, "20g装、30g装、50g装"),
    goods("真空袋", "pcs", 0.34, "180×260mm、220×300mm、260×360mm"),
    goods("收缩膜", "roll", 168, "12μm、15μm、19μm"),
    goods("缠绕膜", "roll", 46, "50cm×23μm、50cm×17μm"),
    goods("内膜袋", "pcs", 1.15, "PE 600×900mm、PE 800×1100mm"),
    goods("脱氧剂", "box", 96, "30型、50型、100型"),
    goods("干燥剂", "box", 58, "2g、5g"),
  ],
  B03: [
    goods("玻璃瓶", "pcs", 1.28, "180ml、250ml、370ml、500ml"),
    goods("PET罐", "pcs", 1.05, "直径65×100mm、直径85×110mm、直径85×150mm"),
    goods("马口铁罐", "pcs", 3.4, "7113号、889号、15173号"),
    goods("PP塑料碗", "pcs", 0.46, "300ml、450ml、600ml"),
    goods("铝制瓶盖", "pcs", 0.16, "38mm、43mm、53mm"),
    goods("易撕盖", "pcs", 0.22, "73mm、83mm、99mm"),
    goods("HDPE桶", "pcs", 12.6, "5L、10L、25L"),
    goods("塑料勺", "set", 0.05, "折叠勺、直柄勺、叉勺"),
    goods("铝箔封口膜片", "pcs", 0.07, "38mm、53mm、85mm"),
  ],
  B04: [
    goods("不干胶标签", "roll", 92, "40×30mm、60×40mm、80×60mm、100×100mm"),
    goods("热敏标签", "roll", 38, "60×40mm、80×50mm、100×70mm"),
    goods("合格证标签", "roll", 26, "30×20mm、40×30mm、50×30mm"),
    goods("收缩套标", "pcs", 0.12, "180ml瓶、250ml瓶、370ml瓶"),
    goods("防伪追溯码标", "roll", 145, "20×20mm、25×25mm"),
    goods("外箱贴", "roll", 64, "100×150mm、150×200mm"),
    goods("促销贴", "roll", 55, "买一赠一、新品上市、加量装、节庆装"),
    goods("碳带", "roll", 32, "110mm×300m 蜡基、110mm×300m 混合基、80mm×300m 蜡基"),
  ],
  W01: [
    goods("型式检验服务", "pcs", 3800, "全项、常规项", "6"),
    goods("农残检测服务", "pcs", 860, "单样、批次", "6"),
    goods("营养标签检测服务", "pcs", 1200, "核心营养素、全项", "6"),
    goods("冷链仓储服务", "t", 185, "零下18度、0至4度", "6"),
    goods("常温仓储服务", "t", 62, "平库、立库、恒温库", "6"),
  ],
};

import { CURRENCIES, PAYMENT_TERMS, UNITS } from "./choices";
import type { Tone } from "./tone";

/** A list of values that fields choose from and a company edits. What stands here exists; the rows hold what applies. */
export interface DictionaryFacts {
  name: string;
  /** Where it belongs, as the list says it. */
  category: string;
  /** Values and labels of a new installation, in order. */
  entries: Readonly<Record<string, string>>;
  tones?: Readonly<Record<string, Tone>>;
  /** Proposed in required fields of a new installation. */
  initial?: string;
  /** The program knows every value: labels and order may change, values may not. */
  locked?: true;
  /** Values a rule of the program asks for: they can be neither removed nor switched off. */
  kept?: readonly string[];
  /** May be read without sign-in. */
  open?: true;
}

/** Every dictionary that fields of definitions use, by code. Administrators add others, for forms. */
export const DICTIONARIES = {
  uom: { name: "计量单位", category: "主数据", entries: UNITS },
  storage: { name: "贮存条件", category: "主数据", entries: { normal: "常温", cool: "阴凉", cold: "冷藏" } },
  temp_zone: {
    name: "仓库温区",
    category: "主数据",
    entries: { ambient: "常温", cool: "阴凉", chilled: "冷藏", frozen: "冷冻" },
  },
  risk_level: {
    name: "风险等级",
    category: "主数据",
    entries: { low: "低", mid: "中", high: "高" },
    tones: { low: "done", mid: "warning", high: "refused" },
    locked: true,
  },
  currency: { name: "币种", category: "财务", entries: CURRENCIES, initial: "CNY", kept: ["CNY"] },
  origin: {
    name: "原产地",
    category: "主数据",
    entries: {
      ...{ CN: "中国", US: "美国", CA: "加拿大", MX: "墨西哥", BR: "巴西", AR: "阿根廷", CL: "智利", PE: "秘鲁" },
      ...{ AU: "澳大利亚", NZ: "新西兰", JP: "日本", KR: "韩国", IN: "印度", PK: "巴基斯坦", IR: "伊朗", TR: "土耳其" },
      ...{ TH: "泰国", VN: "越南", MY: "马来西亚", ID: "印度尼西亚", PH: "菲律宾", MM: "缅甸", KH: "柬埔寨" },
      ...{ RU: "俄罗斯", KZ: "哈萨克斯坦", UZ: "乌兹别克斯坦", UA: "乌克兰", MN: "蒙古", ZA: "南非", KE: "肯尼亚" },
      ...{ DE: "德国", FR: "法国", IT: "意大利", ES: "西班牙", NL: "荷兰", GB: "英国" },
    },
    kept: ["CN"],
  },
  payment_term: { name: "付款条件", category: "财务", entries: PAYMENT_TERMS, initial: "d30" },
  taxpayer_type: {
    name: "纳税人类型",
    category: "财务",
    entries: { general: "一般纳税人", small: "小规模纳税人", exempt: "免税农产品" },
    locked: true,
    open: true,
  },
  supplier_type: {
    name: "供应商类型",
    category: "供应商",
    entries: {
      manufacturer: "生产商",
      trader: "贸易商",
      brand_agent: "品牌代理商",
      origin_coop: "产地合作社",
      packaging: "包材生产商",
      oem: "委托加工商",
      service: "服务商",
    },
    open: true,
  },
  certificate_type: {
    name: "证照类型",
    category: "供应商",
    entries: {
      business_license: "营业执照",
      food_production: "食品生产许可证",
      food_trade: "食品经营许可证",
      food_contact: "食品相关产品生产许可证",
      printing: "印刷经营许可证",
      import_reg: "进口食品境外生产企业注册/收货人备案",
      iso9001: "ISO9001质量管理体系",
      iso22000: "ISO22000食品安全管理体系",
      haccp: "HACCP体系",
      fssc_brc: "FSSC22000/BRC认证",
      organic: "有机认证",
      third_party_report: "第三方检测报告",
      quality_agreement: "质量保证协议",
      integrity: "廉洁承诺书",
      bank_permit: "开户证明",
      other: "其他",
    },
    kept: ["business_license", "food_production"],
  },
  contact_duty: {
    name: "联系人职责",
    category: "供应商",
    entries: { business: "业务", quality: "质量", logistics: "物流", finance: "财务", legal: "法人/授权代表" },
    kept: ["business", "quality"],
  },
  contract_type: {
    name: "合同类型",
    category: "合同",
    entries: {
      framework: "年度框架合同",
      single: "单笔采购合同",
      processing: "委托加工合同",
      packaging: "包装采购合同",
      quality: "质量保证协议",
      integrity: "廉洁协议",
      supplement: "补充协议",
    },
    kept: ["supplement"],
  },
  clause_kind: {
    name: "条款类别",
    category: "合同",
    entries: {
      delivery: "交货",
      quality: "质量与食品安全",
      price: "价格与调价",
      payment: "付款",
      breach: "违约责任",
      secrecy: "保密",
      integrity: "廉洁",
      dispute: "争议解决",
    },
    kept: ["payment", "breach"],
  },
  order_type: {
    name: "订单类型",
    category: "采购订单",
    entries: {
      standard: "标准订单",
      call_off: "协议要货",
      outsource: "委外加工",
      sample: "样品订单",
      consign: "寄售领用",
    },
    initial: "standard",
  },
  news_category: {
    name: "新闻类别",
    category: "系统",
    entries: { notice: "通知公告", policy: "制度文件", purchase: "采购资讯", training: "培训资料" },
    initial: "notice",
  },
  suggestion_category: {
    name: "建议类别",
    category: "系统",
    entries: { feature: "功能建议", bug: "问题反馈", service: "服务投诉", integrity: "廉洁举报" },
    initial: "feature",
    kept: ["integrity"],
  },
  education: {
    name: "学历",
    category: "用户",
    entries: { high: "高中及以下", college: "大专", bachelor: "本科", master: "硕士", doctor: "博士" },
  },
} as const satisfies Readonly<Record<string, DictionaryFacts>>;

export type DictionaryCode = keyof typeof DICTIONARIES;

/** What the program knows about a code that may come from anywhere; undefined for a dictionary somebody added. */
export function dictionaryFacts(code: string): DictionaryFacts | undefined {
  const all: Readonly<Record<string, DictionaryFacts>> = DICTIONARIES;
  return Object.hasOwn(all, code) ? all[code] : undefined;
}

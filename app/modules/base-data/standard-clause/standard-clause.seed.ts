import { type DemoPen, seedOf } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";

const CLAUSE = "base-data/standard-clause";

/** Wordings of the invented company; the law asks for more than they say. */
const IN_FORCE = [
  {
    title: "付款期限",
    category: "payment",
    body: "甲方自验收合格并收到合格发票之日起{{付款天数}}日内付款，不以收到第三方付款为条件。",
    fallback: "甲方自验收合格之日起{{付款天数}}日内付款，发票应在付款前开具。",
    risk_level: "high",
    risk_note: "供应商为中小企业的，付款天数不超过60日。",
  },
  {
    title: "逾期交货违约金",
    category: "breach",
    body: "乙方逾期交货的，每逾期一日按逾期部分货款的{{违约金费率}}支付违约金，累计不超过该部分货款的{{违约金上限}}。",
    risk_level: "mid",
    for_fines: "1",
    fine_rate: "0.05",
    fine_cap: "5",
  },
  {
    title: "食品安全与召回",
    category: "quality",
    body: "乙方保证货物符合食品安全国家标准。因乙方原因需要召回的，乙方在{{召回时限}}小时内配合完成，并承担召回费用和由此造成的损失。",
    risk_level: "high",
    risk_note: "召回费用的承担不让步。",
  },
  {
    title: "交货地点与时段",
    category: "delivery",
    body: "乙方按订单载明的工厂和收货时段送达，提前{{预约天数}}天预约。",
    fallback: "乙方按订单载明的工厂送达，未预约的按到达先后卸货。",
    risk_level: "low",
  },
  {
    title: "廉洁承诺",
    category: "integrity",
    body: "乙方不得向甲方人员及其亲属提供礼品、礼金、宴请或者其他利益。",
    risk_level: "high",
  },
];

/** Clauses in force, one that is being reviewed and a draft. */
async function demoClauses(pen: DemoPen): Promise<void> {
  const at = (days: number) => pen.context(pen.moment(pen.daysAgo(days), 10));
  const { entity } = pen.screen(CLAUSE);
  for (const values of IN_FORCE) {
    const { id } = await pen.create(at(120), CLAUSE, values);
    await applyTransition(at(119), { entity, id, name: "submit" });
    await applyTransition(at(118), { entity, id, name: "approve" });
  }
  const reviewed = await pen.create(at(3), CLAUSE, {
    title: "价格调整",
    category: "price",
    body: "主要原料市场价格较签约时变动超过{{变动幅度}}的，双方可以每{{调价周期}}协商调价一次。",
    fallback: "双方每半年协商调价一次。",
    risk_level: "mid",
  });
  await applyTransition(at(2), { entity, id: reviewed.id, name: "submit" });
  await pen.create(at(1), CLAUSE, {
    title: "保密义务",
    category: "secrecy",
    body: "双方对配方、价格和工艺资料保密，合同终止后{{保密年限}}年内仍然有效。",
    risk_level: "mid",
  });
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "base-data/standard-clause",
  rows: {
    names: ["clause"],
    target: "clause",
    async make({ add }) {
      await add("clause", {
        title: "争议解决",
        category: "dispute",
        body: "因本合同发生争议的，由{{法院}}管辖。",
        risk_level: "low",
      });
    },
  },
  demo: demoClauses,
});

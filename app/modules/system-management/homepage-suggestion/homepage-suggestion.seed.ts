import { type DemoPen, seedOf } from "~/engine/entity/seed";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";

const SUGGESTION = "system-management/homepage-suggestion";

/** What people of the invented company and of its suppliers have proposed lately; two of them gave no name. */
const GIVEN = [
  {
    by: "supplier1",
    daysAgo: 9,
    title: "送货预约希望能改时段",
    category: "feature",
    content: "预约成功后车辆晚点，只能取消重新预约，希望可以直接改到同一天的其他时段。",
    page_path: "/purchase-orders/purchase-order",
    answer: "下个版本提供改时段，当天可改一次。",
  },
  {
    by: "planner1",
    daysAgo: 5,
    title: "变更单处理太慢",
    category: "service",
    content: "交期变更提交后经常三四天没有人处理，影响排产，希望规定答复时限。",
    page_path: "/purchase-orders/purchase-order",
    anonymous: "1",
    answer: "已与采购部确认：变更单两个工作日内答复，超时提醒上级。",
  },
  {
    by: "supplier2",
    daysAgo: 1,
    title: "同一份资料被要求交两次",
    category: "service",
    content: "营业执照已在平台上传，现场审核时又要求邮件再发一次，希望以平台上的为准。",
    anonymous: "1",
  },
  {
    by: "qa1",
    daysAgo: 0,
    title: "证书列表希望能按工厂筛选",
    category: "feature",
    content: "负责两个工厂的质量人员每次要翻好几页，希望列表可以按工厂筛选。",
    page_path: "/supplier-management/supplier-certificate",
  },
  {
    by: "planner1",
    daysAgo: 21,
    title: "未清订单希望能按到货周汇总",
    category: "feature",
    content: "周会前要把未清订单按到货周整理一遍，希望列表导出时可以直接带上到货周。",
    page_path: "/purchase-orders/purchase-order",
    answer: "导出已增加到货周一列，下载后即可按周汇总。",
    rating: "4",
  },
  {
    by: "warehouse1",
    daysAgo: 2,
    title: "司机称卸货要付加急费",
    category: "integrity",
    content: "有送货司机说，付给月台人员加急费就可以先卸货，请核实是否属实。",
    acceptedBy: "supervisor1",
  },
] as const;

/** Suggestions of staff and suppliers, with and without a name, some of them answered, one rated by its author, one looked into by the supervisor. */
async function demoSuggestions(pen: DemoPen): Promise<void> {
  const screen = pen.services.registry.screen("system-management/my-suggestion");
  if (!screen) throw new Error("the demo has no screen for suggestions");
  for (const one of GIVEN) {
    const { by, daysAgo, ...rest } = one;
    const { answer, rating, acceptedBy, ...values } = {
      ...{ answer: undefined, rating: undefined, acceptedBy: undefined },
      ...rest,
    };
    const entity = pen.services.registry.entity(SUGGESTION);
    const given = pen.context(pen.moment(pen.daysAgo(daysAgo), 9, 40), await pen.person(by));
    const { id } = await createRecord(given, { screen, values });
    if (acceptedBy !== undefined) {
      const handler = await pen.person(acceptedBy);
      const accepted = pen.context(pen.moment(pen.daysAgo(daysAgo - 1), 10), handler);
      await applyTransition(accepted, { entity, id, name: "accept", input: { handler: handler.id } });
    }
    if (answer === undefined) continue;
    // The administrator's account comes after the demo.
    const answered = pen.context(pen.moment(pen.daysAgo(daysAgo - 1), 15));
    await applyTransition(answered, { entity, id, name: "answer", input: { text: answer } });
    if (rating === undefined) continue;
    const closed = pen.context(pen.moment(pen.daysAgo(daysAgo - 2), 9), await pen.person(by));
    await applyTransition(closed, { entity, id, name: "close", input: { rating } });
  }
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/homepage-suggestion",
  least: {
    needs: [],
    sample: ({ serial }) => ({
      title: `样例建议${serial}`,
      category: "feature",
      content: "希望列表能按工厂分组显示。",
    }),
  },
  demo: demoSuggestions,
});

import { sql } from "kysely";
import { type DemoPen, seedOf } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";

const NEWS = "system-management/news";

/** What the invented company has announced lately, and a draft. */
const ANNOUNCED = [
  {
    daysAgo: 6,
    title: "送货预约时间调整",
    category: "notice",
    summary: "各工厂收货时段改为 8:00 到 16:00，请提前一天预约。",
    content:
      "各位供应商：\n\n自下周一起，各工厂收货时段改为 8:00 到 16:00。请至少提前一天预约，未预约的车辆排在当日预约之后卸货。\n\n如有紧急到货，请联系对应工厂的仓管员。",
    audience: "all",
    must_ack: "1",
    is_top: "1",
    slot: "alert",
  },
  {
    daysAgo: 4,
    title: "供应商廉洁合作要求",
    category: "policy",
    summary: "不向我方人员赠送礼品，发现问题可以通过“我的建议”举报。",
    content:
      "请勿向我方人员赠送礼品、礼金或安排娱乐。\n\n发现我方人员索要好处的，可以在“我的建议”中选择廉洁举报，只有监察人员能够看到。",
    audience: "supplier_all",
    slot: "list",
  },
  {
    daysAgo: 2,
    title: "采购平台使用培训安排",
    category: "training",
    summary: "本周五下午三点，线上培训。",
    content: "本周五下午三点举行线上培训，内容是订单变更与附件上传。请各采购组至少安排一人参加。",
    audience: "internal",
    slot: "list",
  },
];

/** News on the board, some of them on the home page, and a draft. */
async function demoNews(pen: DemoPen): Promise<void> {
  for (const [index, { daysAgo, slot, ...values }] of ANNOUNCED.entries()) {
    const context = pen.context(pen.moment(pen.daysAgo(daysAgo), 9));
    const { id } = await pen.create(context, NEWS, values);
    await applyTransition(context, { entity: pen.screen(NEWS).entity, id, name: "publish" });
    const place = { news_id: id, slot, sort_no: String((index + 1) * 10) };
    await pen.create(context, "system-management/homepage-news", place);
  }
  await pen.create(pen.context(pen.moment(pen.daysAgo(1), 15)), NEWS, {
    title: "月度盘点期间暂停收货",
    category: "notice",
    content: "盘点日期确定后发布。",
    audience: "all",
  });
}

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/news",
  least: {
    needs: [],
    sample: ({ serial }) => ({
      title: `样例新闻${serial}`,
      category: "notice",
      content: "样例正文。",
      audience: "internal",
    }),
  },
  rows: {
    names: ["news"],
    target: "news",
    async make({ add, role, move }) {
      await add("news", {
        title: "收货须知",
        category: "notice",
        content: "送货请提前预约。",
        audience: "listed",
        targets: [{ target_type: "role", role_id: await role("seal_admin") }],
      });
      await move("news", "publish");
    },
  },
  fit: (world, id, transition) =>
    transition === "unpin" ? world.run(sql`update news set is_top = true where id = ${id}`) : Promise.resolve(),
  demo: demoNews,
});

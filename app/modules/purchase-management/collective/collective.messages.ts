import { message, reminder } from "~/engine/entity";

const PLANNERS = { people: ["+planners"] } as const;
const NAMED = ["number", "title"] as const;
type Read = { text(column: (typeof NAMED)[number]): string };
const named = ({ text }: Read) => ({ number: text("number"), title: text("title") });

const MOVED: Readonly<Record<string, string>> = {
  freeze: "已锁定需求",
  unfreeze: "已解锁，可以修改需求",
  start: "已发起寻源",
  cancel: "已取消，占用的计划数量已释放",
};

/** Planners of the factories that take part hear how their pool goes on. */
export const collectiveMessages = [
  message({
    on: ["freeze", "unfreeze", "start", "cancel"],
    scenario: "collective.moved",
    to: PLANNERS,
    reads: NAMED,
    values: (facts) => ({ ...named(facts), what: MOVED[facts.transition] ?? "", reason: facts.reason }),
  }),
  message({
    on: ["distribute"],
    scenario: "collective.result",
    to: PLANNERS,
    reads: NAMED,
    values: named,
  }),
];

/** What of a pool is due when. */
export const collectiveDeadlines = {
  collect: {
    label: "集采汇总截止",
    rows: { from: "汇总截止", columns: { person: "没有确认的工厂的计划员", factory: "没有确认的工厂" } },
    in: ["collecting"],
    reminders: {
      planner: reminder({
        label: "汇总截止前提醒计划员",
        days: [-2],
        until: 0,
        scenario: "collective.confirm-due",
        to: { people: ["+person"] },
        asks: "confirm",
        reads: [...NAMED, "+factory"],
        values: (facts) => ({ ...named(facts), factory: facts.text("+factory"), day: facts.day }),
      }),
    },
  },
  period: { label: "集采供货期", at: "period_to", in: ["distributed"], lapse: "close" },
} as const;

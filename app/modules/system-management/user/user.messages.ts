import { message, reminder } from "~/engine/entity";

const OWNER = { people: ["id"] } as const;
const NAMED = ["accountname"] as const;
const CENTER = "/account/account-center";

type Said = { text(column: (typeof NAMED)[number]): string; actor: string; reason: string };
const stopped = ({ text, actor, reason }: Said) => ({ account: text("accountname"), by: actor, reason });

/** What owners hear of what others do to their accounts; of new accounts, changed rights and locks the engine tells. */
export const userMessages = [
  message({ on: ["block"], scenario: "account.blocked", to: OWNER, path: CENTER, reads: NAMED, values: stopped }),
  message({ on: ["retire"], scenario: "account.deleted", to: OWNER, path: CENTER, reads: NAMED, values: stopped }),
  message({
    on: ["clear_binding"],
    scenario: "account.binding-cleared",
    to: OWNER,
    path: "/account/settings-binding",
    reads: NAMED,
    values: ({ text, actor }) => ({ account: text("accountname"), by: actor }),
  }),
];

export const userDeadlines = {
  ends: {
    label: "账号有效期",
    at: "valid_until",
    in: ["active", "locked"],
    lapse: { transition: "block", reason: "账号已过有效期" },
  },
  /** A grant ends by itself on the day after its last; nobody has to do anything, but both should know. */
  grant: {
    label: "角色授权的失效日",
    rows: { from: "角色授权的失效日", columns: { person: "本人和授权人", role: "角色" } },
    in: ["active", "locked"],
    reminders: {
      both: reminder({
        label: "角色授权到期提醒",
        days: [-3],
        until: 0,
        scenario: "account.grant-ending",
        to: { people: ["+person"] },
        path: CENTER,
        reads: ["username", "+role"],
        values: ({ text, day, left }) => ({ person: text("username"), role: text("+role"), day, left }),
      }),
    },
  },
} as const;

import { message } from "~/engine/entity";
import { where } from "~/shared/condition";

export const DECIDERS = ["system_admin", "user_admin"] as const;

const READS = ["number", "role_id.name", "valid_until", "requester_id"] as const;
const AGREED_BY_ONE = where.eq("takes_two", true);
const REQUESTER = { people: ["requester_id"] } as const;

const asked = (shown: (column: (typeof READS)[number]) => string) => ({
  number: shown("number"),
  person: shown("requester_id"),
  role: shown("role_id.name"),
  until: shown("valid_until"),
});

/** Who is told of a request, and when. */
export const accessRequestMessages = [
  message({
    on: ["submit"],
    scenario: "access-request.asked",
    to: { roles: DECIDERS },
    asks: "approve",
    reads: READS,
    values: ({ text }) => asked(text),
  }),
  message({
    on: ["approve"],
    when: AGREED_BY_ONE,
    scenario: "access-request.asked",
    to: { roles: DECIDERS },
    asks: "confirm",
    reads: READS,
    values: ({ text }) => asked(text),
  }),
  message({
    on: ["approve"],
    when: AGREED_BY_ONE,
    scenario: "access-request.settled",
    to: REQUESTER,
    reads: READS,
    values: ({ text }) => ({
      number: text("number"),
      role: text("role_id.name"),
      result: "等待第二名管理员",
      note: "第一名管理员已同意，另一名管理员同意后生效。",
    }),
  }),
  message({
    on: ["approve", "confirm"],
    when: where.eq("state", "granted"),
    scenario: "access-request.settled",
    to: REQUESTER,
    reads: READS,
    values: ({ text }) => ({
      number: text("number"),
      role: text("role_id.name"),
      result: "已授权",
      note: `有效期至${text("valid_until")}。`,
    }),
  }),
  message({
    on: ["reject"],
    scenario: "access-request.settled",
    to: REQUESTER,
    reads: READS,
    values: ({ text, reason }) => ({
      number: text("number"),
      role: text("role_id.name"),
      result: "已拒绝",
      note: `原因：${reason}`,
    }),
  }),
  // The end of what was granted is said by the account's own messages.
  message({
    on: ["expire"],
    from: ["pending", "second"],
    scenario: "access-request.settled",
    to: REQUESTER,
    reads: READS,
    values: ({ text }) => ({
      number: text("number"),
      role: text("role_id.name"),
      result: "到期未审批",
      note: "申请的有效期已过，仍需要的请重新申请。",
    }),
  }),
];

import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { receiverRuleOf, type ScenarioFacts, type Scenarios } from "~/shared/scenarios";

interface Switches {
  code: string;
  on_site: boolean;
  by_email: boolean;
  can_mute: boolean;
}

interface Ruled {
  receiver_rule: string | null;
  receivers: readonly { target_type: string; role_id: string | null; user_id: string | null }[];
  conditions: readonly { variable: string }[];
}

/** Something that people are notified of at all goes some way. */
export function someChannel({ on_site, by_email }: Switches): Complaint | null {
  return on_site || by_email ? ok : complain("on_site", "至少保留一个渠道；不再通知请停用场景");
}

/** What concerns the safety of an account reaches its owner whatever anybody chose. */
function mandatoryStays({ can_mute }: Switches, facts: ScenarioFacts | undefined): Complaint | null {
  return can_mute && facts?.mandatory ? complain("can_mute", "该类通知不能允许个人关闭") : ok;
}

/** What concerns the safety of an account, or has to be confirmed, goes to those the program finds. */
function ruleChosen(
  { code, receiver_rule, receivers }: Switches & Ruled,
  facts: ScenarioFacts | undefined,
): Complaint | null {
  if (FOR_THEMSELVES.includes(code) && receiver_rule !== receiverRuleOf(facts))
    return complain("receiver_rule", "该类通知的接收人由系统确定，不能修改");
  if (receiver_rule === null) return complain("receiver_rule", "请选择接收人规则");
  if (facts?.mandatory && receiver_rule !== receiverRuleOf(facts))
    return complain("receiver_rule", "该类通知的接收人由系统确定，不能修改");
  return receiver_rule === "role" && receiver_rule !== receiverRuleOf(facts) && receivers.length === 0
    ? complain("receivers", "请在附加接收人中指定角色或员工")
    : ok;
}

/** Whoever is named is named once. */
export function receiversOnce({ receivers }: Ruled): Complaint | null {
  const named = receivers.map(({ target_type, role_id, user_id }) => (target_type === "role" ? role_id : user_id));
  const at = named.findIndex((one, index) => one !== null && named.indexOf(one) !== index);
  const field = receivers[at]?.target_type === "role" ? "role_id" : "user_id";
  return at < 0 ? ok : complain(lineField("receivers", at + 1, field), "该接收人已在名单中");
}

/** A mention is for who was named, news of a record for who watches it. */
const FOR_THEMSELVES = ["mention", "watch"];

/** Members of staff are told in the words for our own side; what speaks to suppliers alone has none. */
function receiversReached({ code, receivers }: Switches & Ruled, facts: ScenarioFacts | undefined): Complaint | null {
  if (receivers.length > 0 && FOR_THEMSELVES.includes(code))
    return complain("receivers", "该场景通知被提到的人或关注单据的人，不能附加接收人");
  return receivers.length > 0 && facts?.audience === "supplier"
    ? complain("receivers", "该场景只通知供应商，没有内部措辞，不能附加内部接收人")
    : ok;
}

/** A condition asks about what the event brings. */
function conditionsKnown({ conditions }: Switches & Ruled, facts: ScenarioFacts | undefined): Complaint | null {
  const names = Object.keys(facts?.variables ?? {});
  if (conditions.length > 0 && facts?.mandatory) return complain("conditions", "该类通知不能设置触发条件");
  const at = conditions.findIndex(({ variable }) => !names.includes(variable));
  return at < 0
    ? ok
    : complain(
        lineField("conditions", at + 1, "variable"),
        `变量“${conditions[at]?.variable}”不在场景变量中，可用变量：${names.join("、")}`,
      );
}

/** The scenario an administrator wants to stop. */
function mayStop(facts: ScenarioFacts | undefined): Complaint | null {
  return facts?.level === "security" ? complain("code", "安全类场景不能停用") : ok;
}

/** What of an event's settings depends on what the program says of it. */
export function scenarioRules(scenarios: Scenarios) {
  return {
    mandatoryStays: (row: Switches) => mandatoryStays(row, scenarios[row.code]),
    ruleChosen: (row: Switches & Ruled) => ruleChosen(row, scenarios[row.code]),
    receiversReached: (row: Switches & Ruled) => receiversReached(row, scenarios[row.code]),
    conditionsKnown: (row: Switches & Ruled) => conditionsKnown(row, scenarios[row.code]),
    mayStop: ({ code }: { code: string }) => mayStop(scenarios[code]),
  };
}

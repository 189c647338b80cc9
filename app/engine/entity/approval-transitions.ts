import type { AnyTransition, Approval, Entity } from "./define";
import { choice, type Fields, integer, person } from "./field";
import type { AnyRecord, LinesMap } from "./record";

/** Transitions that every document with approval has beside its own, by what they do. */
export const APPROVAL_TRANSITIONS = {
  approve: "approve",
  reject: "reject",
  sendBack: "send_back",
  handOver: "hand_over",
  recall: "recall",
} as const;

/** Permission id of the right to decide about documents of an entity: `purchase-order-approval`. */
export function approvalPermission(entityKey: string): string {
  return `${entityKey.split("/")[1]}-approval`;
}

/** What the engine notes on a record for the time of one request; no column, never sent out. */
export const CASE_FACTS = {
  /** True while the present transition asks for approval. */
  wanted: "approval_wanted",
  /** True while the case asks the acting person. */
  mine: "approval_mine",
  /** Version at which the case was opened: what is decided about has not changed since. */
  since: "approval_since",
} as const;

/** Length of what a refusal has to say, and the sentence otherwise (as for accounts). */
const reason = {
  reason: "required",
  reasonLength: { least: 2, most: 200, complaint: "请填写原因（2-200字）" },
} as const;

const offered = {
  when: (record: AnyRecord) => record[CASE_FACTS.mine] === true,
  otherwise: "这张单据现在不由您审批",
};

/**
 * A definition with the transitions of its approval. The transition that asks settles in the waiting state when a flow speaks about the
 * document; which one does, and whom it asks, is not known here.
 * @throws Error when the definition already has a transition of that name, or lacks the one that asks
 */
export function withApproval<
  F extends Fields,
  L extends LinesMap,
  S extends string,
  T extends string,
  K extends string,
>(entity: Entity<F, L, S, T, K>): Entity<F, L, S, T, K> {
  const { approval } = entity;
  if (!approval) return entity;
  const transitions: Record<string, AnyTransition> = {
    ...(entity.transitions as Record<string, AnyTransition> | undefined),
  };
  const asking = transitions[approval.on];
  if (!asking)
    throw new Error(`Entity "${entity.key}": approval names the move "${approval.on}", which does not exist`);
  const added = transitionsOf(entity.key, approval, asking);
  for (const name of Object.keys(added)) {
    if (transitions[name]) throw new Error(`Entity "${entity.key}": the move "${name}" comes with the approval`);
  }
  const before: Record<string, AnyTransition> = {};
  for (const [name, transition] of Object.entries(transitions)) {
    before[name] = name === approval.on ? settling(transition, approval.state) : transition;
    // The transitions of the case stand behind the one that opens it, so that buttons and pictures keep the order of life.
    if (name === approval.on) Object.assign(before, added);
  }
  const right = approvalPermission(entity.key);
  const rights = {
    ...entity.access.rights,
    [right]: { label: `审批${entity.label}`, grants: Object.fromEntries(approval.by.map((role) => [role, ["edit"]])) },
  };
  return { ...entity, transitions: before as typeof entity.transitions, access: { ...entity.access, rights } };
}

function settling(transition: AnyTransition, state: string): AnyTransition {
  const waits = { to: state, when: (record: AnyRecord) => record[CASE_FACTS.wanted] === true };
  return { ...transition, submits: true, settles: [waits, ...(transition.settles ?? [])] };
}

function transitionsOf<F extends Fields, S extends string>(
  key: string,
  approval: Approval<F, S>,
  asking: AnyTransition,
): Record<string, AnyTransition> {
  const from = [approval.state];
  const back: string = approval.back ?? asking.from[0] ?? approval.state;
  const decide = {
    from,
    by: approval.by,
    right: `${approvalPermission(key)}.edit` as const,
    asked: true,
    offered,
  } as const;
  return {
    [APPROVAL_TRANSITIONS.approve]: {
      ...decide,
      decides: "accepts",
      label: "通过",
      to: "same",
      // Where it leads at the end of the case is where the transition leads that asked for it.
      settles: [{ to: asking.to, when: () => false }],
      tone: "primary",
      reason: "optional",
      reasonLabel: "审批意见",
      confirm: "通过后转到下一步；最后一步通过后单据继续办理。",
      done: "已通过",
    },
    [APPROVAL_TRANSITIONS.reject]: {
      ...decide,
      ...reason,
      decides: "refuses",
      label: "驳回",
      to: back,
      tone: "danger",
      confirm: "驳回后本次审批结束，单据回到发起人手中，发起人会看到原因。",
    },
    [APPROVAL_TRANSITIONS.sendBack]: {
      ...decide,
      ...reason,
      decides: "refuses",
      label: "退回",
      to: back,
      settles: [{ to: approval.state, when: () => false }],
      input: {
        target: choice({
          label: "退回到",
          required: true,
          initial: "author",
          choices: { author: "发起人（修改后重新提交）", previous: "上一步", first: "第一步", step: "指定的步骤" },
        }),
        step_no: integer({
          label: "步骤",
          min: "1",
          max: "20",
          help: "选「指定的步骤」时填写，序号见单据上的审批过程",
        }),
      },
      confirm: "退回发起人时本次审批结束，修改后可以重新提交；退回某一步时从那一步起重新审批。",
    },
    [APPROVAL_TRANSITIONS.handOver]: {
      ...decide,
      decides: { not: "Somebody else is asked in one's place" },
      label: "转交",
      to: "same",
      reason: "optional",
      reasonLabel: "说明",
      input: { receiver_id: person({ label: "转交给", required: true }) },
      confirm: "转交后由对方审批，您不再需要处理。对方须有权审批这张单据。",
      done: "已转交",
    },
    [APPROVAL_TRANSITIONS.recall]: {
      label: "撤回审批",
      decides: { not: "Takes back what was handed over; nothing comes into force" },
      from,
      to: back,
      by: asking.by === "system" ? [] : asking.by,
      reason: "optional",
      confirm: "撤回后本次审批作废，单据可以修改后再次提交。",
      done: "的审批已撤回",
    },
  };
}

/** The transitions of approval that decide, in contrast to the document's own. */
const DECIDING: readonly string[] = [
  APPROVAL_TRANSITIONS.approve,
  APPROVAL_TRANSITIONS.reject,
  APPROVAL_TRANSITIONS.sendBack,
  APPROVAL_TRANSITIONS.handOver,
];

/** Whether a transition is a decision of somebody who was asked. */
export function isDeciding(transition: string): boolean {
  return DECIDING.includes(transition);
}

/**
 * Whether a version the person saw is still the matter that is decided about: while a case runs nobody changes the document, so
 * whoever decides need not have seen the last decision of a colleague.
 */
export function isSameMatter(record: AnyRecord, transition: string, version: number): boolean {
  const since = record[CASE_FACTS.since];
  return isDeciding(transition) && typeof since === "number" && version >= since && version <= record.version;
}

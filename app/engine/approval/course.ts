import type { Value } from "../entity";
import type { FlowStep, PublishedFlow } from "./flow.server";

// What a transition means to the approval of its document, before and after it was taken through it.

/** A case before it is opened: the flow that counts, and what was typed for the transition that asks. */
export interface CasePlan {
  flow: PublishedFlow;
  steps: FlowStep[];
  transition: string;
  made: Made;
}

/** What was typed for the transition that asks for approval; with it the transition is made when the case has ended well. */
export interface Made {
  reason: string | null;
  input: Readonly<Record<string, unknown>>;
  lineInput: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A decision about a document that waits for approval. */
export interface Decision {
  /** One of the transitions of approval. */
  transition: string;
  reason: string | null;
  input: Readonly<Record<string, Value>>;
  /** Set where another system decided: the step, and who decided there. */
  integration?: { stepId: string; by: string };
}

/** What became of a document by a transition, as far as its approval is concerned. */
export type Course =
  /** The transition has nothing to do with approval. */
  | { kind: "plain" }
  /** It asks for approval first. */
  | { kind: "asks"; plan: CasePlan }
  /** A decision was noted and the document waits on. */
  | { kind: "waits" }
  /** It ends the case; the document goes where the move says. */
  | { kind: "leaves" }
  /** The last one agreed, `by` in another system: the move that asked is made now. */
  | { kind: "passes"; transition: string; made: unknown; by?: string };

import { z } from "zod";
import { type Context, type EngineServices, systemContext } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import type { JobHandler } from "~/engine/jobs/handler.server";
import { openRecord } from "~/engine/operations/records.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { type SolvingLimits, withSolver } from "~/engine/solving/solver.server";
import { where } from "~/shared/condition";
import type { Solve } from "~/shared/linear-model";
import { studyOf } from "../rfq/best-award.rules";
import { readAwardFacts, whyNotProposed } from "../rfq/best-award.server";
import { studyAwards } from "../rfq/best-award-search.rules";
import { KEY as RFQ } from "../rfq/rfq-quotes.server";
import { calledOf, foundOf } from "./award-proposal.found.server";
import { limitsOf } from "./award-proposal.rules";
import { KEY, typedLimits } from "./award-proposal.server";

/** A proposal that ended its process so many times is not begun again. */
const MOST_ATTEMPTS = 3;

const proposal = z.object({
  id: z.string(),
  number: z.string().nullable(),
  state: z.string(),
  rfq_id: z.string(),
  asked_at: z.string().nullable(),
  attempts: z.number().nullable(),
  few_suppliers: z.number(),
  few_per_line: z.number(),
  quota_points: z.string(),
  limits: typedLimits,
});
type Proposal = z.infer<typeof proposal>;

/** How long solving may take, as administrators say. */
async function solvingLimits(services: EngineServices): Promise<SolvingLimits> {
  return {
    seconds: await intParameter(services, "award.seconds"),
    secondsInAll: await intParameter(services, "award.secondsInAll"),
    gap: (await intParameter(services, "award.gap")) / 10_000,
  };
}

async function readProposal(context: Context, id: string): Promise<Proposal> {
  const entity = context.services.registry.entity(KEY);
  const { record } = await openRecord(context, { entity, id, wanted: { labels: false } });
  return proposal.parse(record);
}

interface Step {
  name: "begin" | "go_on" | "finish" | "give_up";
  input?: Readonly<Record<string, string>>;
}

/** Moves a proposal on, unless somebody stopped it or asked anew meanwhile. @returns whether it was moved */
function moveOn(services: EngineServices, own: Pick<Proposal, "id" | "asked_at">, step: Step): Promise<boolean> {
  const context = systemContext(services, "计算定价方案");
  const entity = services.registry.entity(KEY);
  return inTransaction(context, async () => {
    const now = await readProposal(context, own.id);
    if (now.state !== "queued" || now.asked_at !== own.asked_at) return false;
    await applyTransition(context, { entity, id: own.id, ...step });
    return true;
  });
}

/** Stops between two problems, when the run shall end or nobody waits for it any more. */
class Stopped extends Error {}

async function solveOne(services: EngineServices, id: string, signal: AbortSignal): Promise<string | null> {
  const context = systemContext(services, "计算定价方案");
  const own = await readProposal(context, id);
  if (own.state !== "queued") return null;
  const giveUp = async (why: string) => {
    await moveOn(services, own, { name: "give_up", input: { why } });
    return `${own.number ?? ""}：${why}`;
  };
  if ((own.attempts ?? 0) >= MOST_ATTEMPTS) return giveUp(`计算${MOST_ATTEMPTS}次都被中断，请减少条件或稍后再试`);
  if (!(await moveOn(services, own, { name: "begin" }))) return null;
  const { record } = await openRecord(context, {
    ...{ entity: services.registry.entity(RFQ), id: own.rfq_id },
    wanted: { labels: false },
  });
  const reason = whyNotProposed(record);
  if (reason) return giveUp(reason);
  const facts = await readAwardFacts(context, record);
  const study = studyOf(facts.problem);
  if (study.places.length === 0) return giveUp("没有可以采用的报价");
  const limits = limitsOf(own.limits);
  const wishes = {
    limits,
    ...{ fewSuppliers: own.few_suppliers, fewPerLine: own.few_per_line, quotaPoints: own.quota_points },
  };
  const found = await withSolver(await solvingLimits(services), (solve) => {
    const solving: Solve = (model) => (signal.aborted ? Promise.reject(new Stopped()) : solve(model));
    return studyAwards(study, wishes, solving, async () => {
      if (!(await moveOn(services, own, { name: "go_on" }))) throw new Stopped();
    });
  });
  const told = foundOf({ study, facts, limits }, found, await calledOf(context, facts));
  await moveOn(services, own, { name: "finish", input: { found: JSON.stringify(told) } });
  return null;
}

/**
 * Works out proposals that were asked for, the oldest first. One whose process died is still queued and is begun anew; what was found is
 * stored only where nobody stopped it meanwhile.
 * @returns how many were worked on
 */
export async function solveProposals(
  services: EngineServices,
  { signal, say }: { signal: AbortSignal; say(line: string): void },
): Promise<number> {
  const context = systemContext(services, "计算定价方案");
  const queued = await unscopedRows(context, KEY, ["id", "number", "asked_at"], [where.eq("state", "queued")]);
  queued.sort((a, b) => ((a.asked_at ?? "") < (b.asked_at ?? "") ? -1 : 1));
  let done = 0;
  for (const { id, number, asked_at } of queued) {
    if (signal.aborted) break;
    try {
      const note = await solveOne(services, id, signal);
      if (note) say(note);
      done += 1;
    } catch (error) {
      if (error instanceof Stopped) continue;
      services.log.error({ err: error, proposal: number }, "a proposal of an award could not be worked out");
      say(`${number ?? ""}：没有算出，其余照常`);
      // Storage that is away would refuse this as well; the proposal then stays queued for the next run.
      const why = error instanceof AppError && error.message ? error.message : "计算出错，请联系系统管理员";
      await moveOn(services, { id, asked_at }, { name: "give_up", input: { why: why.slice(0, 400) } });
    }
  }
  return done;
}

/** What is done for it now and then. */
export const awardProposalJobs: readonly JobHandler[] = [
  {
    key: "award-proposals",
    label: "计算定价方案",
    purpose: "在后台为询价单求解定价方案，算完通知申请人；不运行时方案一直在计算中。",
    schedule: "* * * * *",
    awaited: true,
    timeoutS: 3600,
    async run({ services, signal, say }) {
      const done = await solveProposals(services, { signal, say });
      return done > 0 ? `处理${done}张定价方案` : undefined;
    },
  },
];

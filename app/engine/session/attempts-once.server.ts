import type { EngineServices } from "../context.server";
import { tokenHash } from "./token.server";

const RETENTION_MS = 30_000;
const KEPT = 2_000;

const attempts = new WeakMap<EngineServices, Map<string, { at: number; outcome: Promise<unknown> }>>();

/**
 * A form sent twice, by a double click or by an impatient hand, is one attempt: the second gets the answer of the first. Another
 * content under the same id is another attempt.
 * @param form id drawn into the form; without a sane one nothing is remembered
 */
export function onceOnly<T>(
  services: EngineServices,
  form: string,
  content: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  if (!/^[\w-]{8,64}$/.test(form)) return work();
  const known = attempts.get(services) ?? new Map<string, { at: number; outcome: Promise<unknown> }>();
  attempts.set(services, known);
  const now = services.clock().getTime();
  const key = tokenHash(JSON.stringify([form, ...content]));
  const before = known.get(key);
  // The same key is always filled by the same work.
  if (before && now - before.at < RETENTION_MS) return before.outcome as Promise<T>;
  const outcome = work();
  outcome.catch(() => undefined);
  known.delete(key);
  known.set(key, { at: now, outcome });
  for (const [oldest, { at }] of known) {
    if (now - at < RETENTION_MS && known.size <= KEPT) break;
    known.delete(oldest);
  }
  return outcome;
}

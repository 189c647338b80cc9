import { holds } from "../access/holds";
import { may, moveRight, needPermission } from "../access/permissions";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, AnyTransition } from "../entity";
import { isSameMatter } from "../entity/approval-moves";
import { AppError } from "../errors";
import { isAuthor } from "./duties.server";
import { stateLabel } from "./save.server";
import { factsOf, mayMove, ruleFacts, seniorityRefusal } from "./scope.server";

export type Move = AnyTransition;

/** A record, or the row of a list: what a move is judged by before it is made. */
type Judged = Readonly<Record<string, unknown>>;

/** The moves of an entity by name. */
export function movesOf(entity: AnyEntity): [name: string, move: Move][] {
  return Object.entries<Move>(entity.transitions ?? {});
}

/** Moves this person may make on this record now, in the order of the definition: buttons, REST `actions`, checks. */
export function availableMoves(context: Context, entity: AnyEntity, record: AnyRecord): [name: string, move: Move][] {
  return movesOf(entity).filter(
    ([name, move]) =>
      !move.ofMany &&
      isPossible(context, entity, name, move, record) &&
      (move.offered?.when(record, ruleFacts(context)) ?? true),
  );
}

/**
 * Tells of the rows of a list which of some moves can be made, in their order, as far as a row tells: moves that depend on more than the
 * row holds are left out. What does not depend on the row is asked once.
 */
export function movesOfRows(context: Context, entity: AnyEntity, wanted: readonly string[]): (row: Judged) => string[] {
  const moves = new Map(movesOf(entity));
  const mine = wanted.flatMap((name) => {
    const move = moves.get(name);
    return move && mayMove(context, entity, name) ? [{ name, move }] : [];
  });
  return (row) =>
    mine
      .filter(
        ({ name, move }) =>
          (!move.offered || (move.offered.rows !== undefined && holds(move.offered.rows, row, factsOf(context)))) &&
          isPossible(context, entity, name, move, row),
      )
      .map(({ name }) => name);
}

function isPossible(context: Context, entity: AnyEntity, name: string, move: Move, record: Judged): boolean {
  return (
    startsFrom(entity, move, record.state) &&
    mayMove(context, entity, name) &&
    seniorityRefusal(context, entity, record) === null &&
    !isBarred(context, move, record) &&
    lackingNeed(context, entity, name, move, record) === null
  );
}

/** Where there are no states, a move can always be made. */
function startsFrom(entity: AnyEntity, move: Move, state: unknown): boolean {
  return entity.states === undefined || move.from.includes(String(state));
}

/** Four eyes: the person stands in the way of its own move. */
function isBarred(context: Context, move: Move, record: Judged): boolean {
  const { id } = context.actor;
  return isAuthor(context, move, record) || (id !== null && (move.notBy ?? []).some((name) => record[name] === id));
}

/** The further right this record demands and the person does not have; null when there is none. */
function lackingNeed(context: Context, entity: AnyEntity, name: string, move: Move, record: Judged): string | null {
  if (context.actor.kind === "system") return null;
  for (const [need, { when }] of Object.entries(move.needs ?? {})) {
    const permission = needPermission(entity.key, name, need);
    if (holds(when, record, factsOf(context)) && !may(context.actor.permissions, `${permission}.edit`))
      return permission;
  }
  return null;
}

/** The move of that name, if this person may make it at all. @throws AppError("signed_out" | "not_found" | "forbidden") */
export function requireMove(context: Context, entity: AnyEntity, name: string): Move {
  if (context.actor.kind === "anonymous") throw new AppError("signed_out");
  const move = movesOf(entity).find(([key]) => key === name)?.[1];
  if (!move) throw new AppError("not_found");
  if (!mayMove(context, entity, name)) {
    throw new AppError("forbidden", { values: { permission: moveRight(entity, name, move) } });
  }
  return move;
}

/** Refuses a move that the state, the version or the four-eyes rule forbids. */
export function requireFit(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  name: string,
  move: Move,
  version: number | undefined,
): void {
  if (!startsFrom(entity, move, record.state)) {
    throw new AppError("wrong_state", {
      message: move.notFrom?.[record.state] ?? `单据当前为「${stateLabel(entity, record.state)}」，不能${move.label}`,
    });
  }
  if (move.offered && !move.offered.when(record, ruleFacts(context))) {
    throw new AppError("wrong_state", { message: move.offered.otherwise });
  }
  const above = seniorityRefusal(context, entity, record);
  if (above) throw new AppError("own_rule", { message: above });
  if (isBarred(context, move, record))
    throw new AppError("own_rule", move.notByRefusal ? { message: move.notByRefusal } : {});
  const lacking = lackingNeed(context, entity, name, move, record);
  if (lacking) throw new AppError("forbidden", { values: { permission: `${lacking}.edit` } });
  if (version !== undefined && version !== record.version && !isSameMatter(record, name, version)) {
    throw new AppError("stale_record", { facts: { version: record.version, differences: [] } });
  }
}

/**
 * Why this person cannot make the move on the record as it stands, in Chinese; null when nothing stands in the way.
 * @param version of the record that the person saw
 */
export function moveRefusal(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  name: string,
  version: number,
): string | null {
  const move = requireMove(context, entity, name);
  try {
    requireFit(context, entity, record, name, move, version);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

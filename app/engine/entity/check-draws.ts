import type { AnyEntity, AnyTransition } from "./define";
import { type DeclaredDraw, drawnPaths, drawsOf, figuresOf, opensOf } from "./draws";
import { targetsOf } from "./duties";
import type { Field } from "./field";
import { linesAt } from "./paths";
import type { Registration } from "./registry";
import type { Action, Grants } from "./wall";

/** What saves documents. */
const SAVING = ["add", "edit", "delete"] as const;

type Lookup = ReadonlyMap<string, AnyEntity>;

/** What is wrong with what the lines of an entity draw, and with what others draw on them, one sentence each. */
export function drawFaults({ entity, server }: Pick<Registration, "entity" | "server">, entities: Lookup): string[] {
  const at = `Entity "${entity.key}"`;
  const draws = drawsOf(entity);
  return [
    ...draws.flatMap((one) => declaredFaults(at, entity, one, entities)),
    ...twiceFaults(at, draws),
    ...openFaults(at, entity),
    ...figureFaults(at, entity),
    ...Object.keys(server?.tolerances ?? {})
      .filter((name) => !opensOf(entity).some((one) => one.name === name))
      .map((name) => `${at}: tolerances names the open formula "${name}", which does not exist`),
    ...(server?.drawn && drawnPaths(entity).length === 0
      ? [`${at}: drawn is a hook of lines that others draw on, and it has none`]
      : []),
  ];
}

function declaredFaults(at: string, entity: AnyEntity, declared: DeclaredDraw, entities: Lookup): string[] {
  const { path, name, draw } = declared;
  const here = `${at}, lines "${path}", draw "${name}"`;
  const own = linesAt(entity.lines, path)?.fields ?? {};
  const states = Object.keys(entity.states ?? {});
  const faults = [
    ...draw.while
      .filter((state) => !states.includes(state))
      .map((state) => `${here}: names the state "${state}", which does not exist`),
    ...(draw.beside !== undefined && !own[draw.beside]
      ? [`${here}: stands beside the field "${draw.beside}", which does not exist`]
      : []),
    ...((draw.within === undefined) === (draw.refusal === undefined)
      ? []
      : [`${here}: "within" and "refusal" are said together`]),
  ];
  if (own[draw.on]?.kind !== "lineReference")
    return [...faults, `${here}: draws on "${draw.on}", which points at no line`];
  const source = entities.get(declared.source);
  const lines = source ? linesAt(source.lines, declared.sourcePath) : undefined;
  if (!source || !lines) return [...faults, `${here}: "${draw.on}" points at lines "${declared.source}" does not have`];
  const there = `"${source.key}" "${declared.sourcePath}"`;
  const figure: Field | undefined = lines.fields[draw.into];
  if (!figuresOf(source, declared.sourcePath).some(([column]) => column === draw.into))
    faults.push(`${here}: draws into "${draw.into}", which is no figure of ${there}`);
  else if (isDrawnBySuppliers(entity, declared) && figure?.options.drawn !== "bySuppliers")
    faults.push(`${here}: suppliers draw by it, and the figure "${draw.into}" of ${there} is not "bySuppliers"`);
  if (draw.within !== undefined && !lines.options.open?.[draw.within])
    faults.push(`${here}: is within "${draw.within}", which is no open formula of ${there}`);
  for (const [mine, theirs] of Object.entries(draw.agree ?? {})) {
    if (Number(mine in own) + Number(mine in entity.fields) !== 1)
      faults.push(`${here}: "${mine}" has to agree, and is not exactly one field of line or head`);
    if (Number(theirs in lines.fields) + Number(theirs in source.fields) !== 1)
      faults.push(`${here}: has to agree with "${theirs}", which is not exactly one field of line or head of ${there}`);
  }
  return faults;
}

/** A line counts into a figure once. */
function twiceFaults(at: string, draws: readonly DeclaredDraw[]): string[] {
  const seen = new Set<string>();
  return draws.flatMap(({ path, name, draw, source, sourcePath }) => {
    const key = [path, source, sourcePath, draw.into].join(" ");
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [`${at}, lines "${path}", draw "${name}": another draw of the lines goes into "${draw.into}" as well`];
  });
}

function openFaults(at: string, entity: AnyEntity): string[] {
  return opensOf(entity).flatMap(({ path, name, formula: { label, into, unit } }) => {
    const here = `${at}, lines "${path}", open "${name}"`;
    const fields = linesAt(entity.lines, path)?.fields ?? {};
    return [
      ...(label ? [] : [`${here}: the label is missing`]),
      ...(fields[into]?.options.drawn === "open" ? [] : [`${here}: is kept in "${into}", which is not "keptOpen"`]),
      ...(unit === undefined || fields[unit]?.kind === "choice"
        ? []
        : [`${here}: the unit "${unit}" is no choice of the line`]),
    ];
  });
}

/** Figures belong to lines, suppliers read what their transactions write, and nothing but draws writes them. */
function figureFaults(at: string, entity: AnyEntity): string[] {
  const ofHead = Object.entries<Field>(entity.fields)
    .filter(([, { options }]) => options.drawn !== undefined)
    .map(([name]) => `${at}, field "${name}": what is drawn stands in lines`);
  const ofLines = drawnPaths(entity).flatMap((path) => {
    const lines = linesAt(entity.lines, path);
    if (!lines) return [];
    const kept = opensOf(entity).flatMap((one) => (one.path === path ? [one.formula.into] : []));
    return Object.entries<Field>(lines.fields).flatMap(([name, { kind, options }]) => {
      if (options.drawn === undefined) return [];
      const here = `${at}, lines "${path}", field "${name}"`;
      return [
        ...(kind === "quantity" ? [] : [`${here}: what is drawn is a quantity`]),
        ...(options.drawn === "bySuppliers" && options.hiddenFromSuppliers
          ? [`${here}: suppliers draw into it and may not read it`]
          : []),
        ...(options.drawn === "open" && !kept.includes(name) ? [`${here}: no open formula is kept in it`] : []),
        ...writersOf(entity, path, name).map((who) => `${here}: is written by draws alone, and ${who} writes it`),
      ];
    });
  });
  return [...ofHead, ...ofLines];
}

/** What a definition says of who writes a field of lines; what hooks and effects do to it is never stored. */
function writersOf(entity: AnyEntity, path: string, name: string): string[] {
  const lines = linesAt(entity.lines, path);
  const asked = Object.entries<AnyTransition>(entity.transitions ?? {}).flatMap(([transition, { lineInput }]) =>
    lineInput?.write && lineInput.lines === path && name in lineInput.fields ? [`the transition "${transition}"`] : [],
  );
  const filled = Object.values(lines?.options.fillFrom ?? {}).some((copies) => name in copies);
  return [
    ...asked,
    ...(lines && name in lines.compute ? ["compute"] : []),
    ...(filled ? ["fillFrom"] : []),
    ...(entity.access.suppliersMayWrite?.includes(`${path}.${name}`) ? ["suppliersMayWrite"] : []),
  ];
}

/** Whether a supplier's transaction changes what is drawn: it saves a document that counts, or makes it count, or no longer. */
function isDrawnBySuppliers(entity: AnyEntity, { path, draw }: DeclaredDraw): boolean {
  if (entity.access.suppliers.kind === "none") return false;
  const roles = ["supplier", "supplier_admin"] as const;
  const screens: readonly { grants?: Grants }[] = entity.views ?? [];
  const given: Grants[] = [entity.access.grants, ...screens.flatMap(({ grants }) => grants ?? [])];
  const editIn: readonly string[] = entity.editIn ?? Object.keys(entity.states ?? {}).slice(0, 1);
  const saves =
    editIn.some((state) => draw.while.includes(state)) &&
    given.some((grants) => roles.some((role) => SAVING.some((action) => gives(grants[role], action))));
  const moves = Object.values<AnyTransition>(entity.transitions ?? {}).some(
    (transition) =>
      transition.by !== "system" &&
      roles.some((role) => transition.by.includes(role)) &&
      transition.from.some((from) => {
        const types = transition.lineInput?.lines === path && draw.while.includes(from);
        const counts = (to: string) => to === "previous" || draw.while.includes(to) !== draw.while.includes(from);
        return types || targetsOf(transition, from).some(counts);
      }),
  );
  return saves || moves;
}

function gives(actions: readonly Action[] | "all" | undefined, action: Action): boolean {
  return actions === "all" || (actions?.includes(action) ?? false);
}

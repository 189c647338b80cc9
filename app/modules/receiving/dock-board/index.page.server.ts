import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Field } from "~/engine/entity";
import type { Screen } from "~/engine/entity/registry";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { optionsFor } from "~/engine/operations/references.server";
import { stateLabel } from "~/engine/operations/save.server";
import { requireAction, screenFor } from "~/engine/operations/scope.server";
import { reading } from "~/engine/operations/transaction.server";
import { listPath, query, recordPath } from "~/engine/screen/address";
import { showState } from "~/engine/screen/show";
import { addDays, chinaTime, dayOf, isDay, weekdayOf } from "~/shared/calendar";
import { formatDecimal } from "~/shared/decimal";
import type { Tone } from "~/shared/tone";

const SLOT = "receiving/delivery-slot";
const NOTE = "receiving/delivery-note";
const BOARD = "receiving/dock-board";
const OFFERED = 100;

const noteSchema = z.object({
  id: z.string(),
  number: z.string(),
  supplier: z.string(),
  eta: z.string().nullable(),
  vehicle: z.string(),
  loadM3: z.string().nullable(),
  state: z.string(),
  status: z.string().nullable(),
  arrivedAt: z.string().nullable(),
  queueNo: z.number().nullable(),
});
type Note = z.infer<typeof noteSchema>;
const slotSchema = z.object({ id: z.string(), notes: z.array(noteSchema) });
const boardSchema = z.object({
  grid: z.object({
    columns: z.array(z.string()),
    docks: z.array(
      z.object({
        dock: z.string(),
        cells: z.array(z.object({ span: z.number(), from: z.string(), to: z.string(), slot: slotSchema.nullable() })),
      }),
    ),
  }),
  facts: z.record(
    z.string(),
    z.object({
      capacity: z.number(),
      capacityM3: z.string().nullable(),
      booked: z.number(),
      bookedM3: z.string(),
      full: z.string(),
      isOpen: z.boolean(),
    }),
  ),
  without: z.array(noteSchema),
  waiting: z.array(noteSchema),
});
type Board = z.infer<typeof boardSchema>;

/** Where numbers and windows lead, for whoever may open them. */
interface Ways {
  context: Context;
  note: Screen | undefined;
  slot: Screen | undefined;
}

/**
 * The docks of one factory on a day, both from the address (`factory`, `day`), else the first of the person's factories and today.
 * @throws AppError("forbidden")
 */
export async function dockBoardModel(context: Context, params: URLSearchParams) {
  const { registry } = context.services;
  const screen = registry.screen(BOARD);
  if (!screen) throw new AppError("not_found");
  requireAction(context, screen.entity, "query", screen);
  const fields: Readonly<Record<string, Field>> = screen.entity.fields;
  const { factory_id: factoryField } = fields;
  if (!factoryField) throw new AppError("not_found");
  const today = dayOf(context.now);
  const asked = params.get("day") ?? "";
  const day = isDay(asked) ? asked : today;
  return reading(context, async () => {
    const [factories] = await optionsFor(context, [factoryField], OFFERED);
    const options = (factories?.options ?? []).map(({ id, label }) => ({ value: id, label }));
    const factory = options.find(({ value }) => value === params.get("factory")) ?? options[0];
    const path = (to: string) =>
      listPath(screen) +
      query([
        ["factory", factory?.value ?? ""],
        ["day", to],
      ]);
    const found = factory
      ? await ask(context, {
          entityKey: SLOT,
          name: "board",
          input: { factoryId: factory.value, day },
          answer: boardSchema,
        })
      : null;
    const ways = { context, note: screenFor(context, NOTE, "get"), slot: slotScreen(context) };
    return {
      title: screen.label,
      about: "各月台各时段约了几车、多少立方米；体积按物流容积在发货时测算，没有包装资料的物料不计",
      factory: { value: factory?.value ?? "", options },
      day,
      dayText: [factory?.label, day, weekdayOf(day)].filter(Boolean).join(" "),
      action: listPath(screen),
      before: path(addDays(day, -1)),
      after: path(addDays(day, 1)),
      today: path(today),
      columns: found?.grid.columns ?? [],
      docks: found ? docksOf(ways, found) : [],
      lists: found ? listsOf(ways, found) : [],
      empty: factory ? "这一天没有登记送货时段。" : "没有可以查看的工厂。",
    };
  });
}

/** The register itself, not the board. */
function slotScreen(context: Context): Screen | undefined {
  const screen = screenFor(context, SLOT, "get");
  return screen && `${screen.area}/${screen.key}` !== BOARD ? screen : undefined;
}

function docksOf(ways: Ways, { grid, facts }: Board) {
  return grid.docks.map(({ dock, cells }) => ({
    dock,
    parts: cells.map(({ span, from, to, slot }) => {
      const known = slot ? facts[slot.id] : undefined;
      return {
        span,
        time: `${from}–${to}`,
        slot:
          slot && known
            ? {
                href: ways.slot ? recordPath(ways.slot, slot.id) : null,
                load: loadText(known),
                full: Math.min(100, Math.round(Number(known.full))),
                closed: !known.isOpen,
                notes: slot.notes.map((note) => shown(ways, note)),
              }
            : null,
      };
    }),
  }));
}

function loadText({ capacity, capacityM3, booked, bookedM3 }: Board["facts"][string]): string {
  const volume = `${formatDecimal(bookedM3)}${capacityM3 === null ? "" : `/${formatDecimal(capacityM3)}`}m³`;
  return `${booked}/${capacity}车 ${volume}`;
}

function listsOf(ways: Ways, { waiting, without }: Board) {
  return [
    {
      title: "门口等待",
      about: "已签到还没有开始收货的车，有时段的按时段先后，没有时段的排在后面",
      empty: "没有车在等待。",
      ordered: true,
      notes: waiting.map((note) => shown(ways, note)),
    },
    {
      title: "没有时段的送货",
      about: "这一天预计到达、没有预约或失去时段的车",
      empty: "都有时段。",
      ordered: false,
      notes: without.map((note) => shown(ways, note)),
    },
  ];
}

function shown({ context, note: screen }: Ways, note: Note) {
  const entity = context.services.registry.entity(NOTE);
  const { tone } = showState(entity, note.state);
  const isLate = note.status === "late" && note.state === "submitted";
  const at = note.arrivedAt ?? note.eta;
  return {
    id: note.id,
    number: note.number,
    href: screen ? recordPath(screen, note.id) : null,
    supplier: note.supplier,
    facts: [
      note.queueNo === null ? "" : `排队号${note.queueNo}`,
      note.vehicle,
      at === null ? "" : `${chinaTime(at).slice(11, 16)}${note.arrivedAt === null ? "预计" : "到厂"}`,
      note.loadM3 === null ? "" : `${formatDecimal(note.loadM3)}m³`,
    ]
      .filter(Boolean)
      .join(" · "),
    state: isLate ? "迟到" : stateLabel(entity, note.state),
    tone: isLate ? ("refused" satisfies Tone) : tone,
  };
}

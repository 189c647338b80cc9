import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Published } from "~/engine/entity/server-hooks";
import {
  type SharesAsked,
  type SharesFound,
  type SplitAnswers,
  type SplitLines,
  sharesAsked,
  splitLines,
} from "~/engine/operations/quota-split.server";
import { where } from "~/shared/condition";
import { decimal, sum } from "~/shared/decimal";
import { split } from "./allocation.rules";
import { orderedIn, type SharesOf, type Standing, sharesWhere, standingAt } from "./share-facts.server";

type Line = SplitLines[number];

/** The shares in force for a line: of its factory, or else of all factories. */
function sharesFor(
  all: readonly SharesOf[],
  { materialId, factoryId, day }: Pick<Line, "materialId" | "factoryId" | "day">,
): SharesOf | null {
  const own = all.filter((one) => one.material_id === materialId && one.valid_from <= day && day <= one.valid_to);
  return (
    own.find((one) => factoryId !== null && one.factory_id === factoryId) ??
    own.find((one) => one.factory_id === null) ??
    null
  );
}

interface Asked {
  line: Line;
  shares: SharesOf | null;
}

/** Splits each line by its shares; what earlier lines gave counts for those that follow the same shares. */
async function splitBy(context: Context, asked: readonly Asked[]): Promise<SplitAnswers> {
  const documents = [...new Set(asked.flatMap(({ shares }) => (shares ? [shares] : [])))];
  const ordered = await orderedIn(context, documents);
  const places = asked.flatMap(({ line, shares }) =>
    (shares?.shares ?? []).map(({ supplier_id }) => ({
      ...{ materialId: line.materialId, supplierId: supplier_id, day: line.day },
      factoryId: line.factoryId ?? shares?.factory_id ?? null,
    })),
  );
  const standings = await standingAt(context, places);
  const given = new Map<string, string>();
  let at = 0;
  return asked.map(({ line, shares }) => {
    if (!shares) return { shares: null, parts: [], rest: decimal(line.quantity).toFixed(3) };
    const own: readonly (Standing | undefined)[] = standings.slice(at, at + shares.shares.length);
    at += shares.shares.length;
    const key = (supplierId: string) => `${shares.id} ${supplierId}`;
    const { parts, rest } = split({
      quantity: line.quantity,
      minSplit: shares.min_split_qty,
      shares: shares.shares.map((share, index) => ({
        supplierId: share.supplier_id,
        percent: share.percent,
        allocated: sum([
          ordered.get(shares.id)?.get(share.supplier_id) ?? "0",
          given.get(key(share.supplier_id)) ?? "0",
        ]).toFixed(),
        ...{ base: share.base_qty, guaranteed: share.guaranteed_qty, most: share.max_qty },
        pack: own[index]?.pack ?? null,
        stopped: own[index]?.stopped ?? null,
      })),
    });
    for (const { supplierId, quantity } of parts)
      given.set(key(supplierId), sum([given.get(key(supplierId)) ?? "0", quantity]).toFixed());
    return { shares: { id: shares.id, number: shares.number }, parts, rest };
  });
}

/** How quantities are split among suppliers, see `engine/operations/quota-split.server.ts`. As many statements for many lines as for one. For staff. */
export const allocate: Published = async (context, input): Promise<SplitAnswers> => {
  const lines = splitLines.parse(input);
  if (lines.length === 0) return [];
  const all = await sharesWhere(context, [
    where.eq("state", "active"),
    where.oneOf("material_id", [...new Set(lines.map(({ materialId }) => materialId))]),
  ]);
  return splitBy(
    context,
    lines.map((line) => ({ line, shares: sharesFor(all, line) })),
  );
};

const trialAsked = z.object({
  id: z.string(),
  quantity: z.string(),
  factoryId: z.string().nullable(),
  day: z.string(),
});

/** The same by one document, in whatever state: what it would do, published as `base-data/source-percentage.trial`. */
export const trial: Published = async (context, input): Promise<SplitAnswers> => {
  const { id, ...asked } = trialAsked.parse(input);
  const [shares] = await sharesWhere(context, [where.eq("id", id)]);
  if (!shares) return [];
  return splitBy(context, [{ line: { ...asked, materialId: shares.material_id }, shares }]);
};

/** Shares in force at places, and whether somebody may deliver there, see `engine/operations/quota-split.server.ts`. For staff. */
export const sharesAt: Published = async (context, input): Promise<SharesFound> => {
  const { lines, places }: SharesAsked = sharesAsked.parse(input);
  const all = await sharesWhere(context, [
    where.eq("state", "active"),
    where.oneOf("material_id", [...new Set(lines.map(({ materialId }) => materialId))]),
  ]);
  const standings = await standingAt(context, places);
  return {
    shares: lines.map((line) =>
      (sharesFor(all, line)?.shares ?? []).map(({ supplier_id: supplierId, percent }) => ({ supplierId, percent })),
    ),
    mayDeliver: standings.map(({ stopped }) => stopped === null),
  };
};

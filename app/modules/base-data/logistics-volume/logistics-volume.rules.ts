import { type Complaint, complain, ok } from "~/engine/entity";
import { type DecimalText, decimal, roundPercent, sum } from "~/shared/decimal";

interface Sizes {
  length_cm: string;
  width_cm: string;
  height_cm: string;
}

const CM3_PER_M3 = 1_000_000;
const VOLUME_DIGITS = 6;
/** Kilograms in a unit of weight. */
const KG_IN: Readonly<Record<string, string>> = { kg: "1", t: "1000", g: "0.001" };

/** Volume of a box in cubic metres, six digits. */
export function boxVolume({ length_cm, width_cm, height_cm }: Sizes): DecimalText {
  return decimal(length_cm)
    .times(decimal(width_cm))
    .times(decimal(height_cm))
    .div(CM3_PER_M3)
    .toFixed(VOLUME_DIGITS, 1);
}

/** Weight of what is in a box, in kilograms; null for what is not counted by weight. */
export function netWeight(packQty: DecimalText, uom: string): DecimalText | null {
  const factor = Object.hasOwn(KG_IN, uom) ? KG_IN[uom] : undefined;
  return factor === undefined ? null : decimal(packQty).times(decimal(factor)).toString();
}

interface Stacked {
  boxes_per_pallet: number | null;
  stack_layers: number | null;
}

/** A layer is one box at least. */
export function layersFit({ boxes_per_pallet, stack_layers }: Stacked): Complaint | null {
  return boxes_per_pallet !== null && stack_layers !== null && stack_layers > boxes_per_pallet
    ? complain("stack_layers", `堆码层数不能多于每托箱数${boxes_per_pallet}`)
    : ok;
}

/** How a full pallet stands: boxes in a layer, the last layer may have fewer; height of the goods in cm without the pallet, weight in kg. */
export function stackOf(
  { boxes_per_pallet, stack_layers }: Stacked,
  { height_cm, gross_kg }: { height_cm: DecimalText; gross_kg: DecimalText },
): { inLayer: number; heightCm: DecimalText; weightKg: DecimalText } | null {
  if (boxes_per_pallet === null || stack_layers === null) return null;
  const inLayer = Math.ceil(boxes_per_pallet / stack_layers);
  return {
    inLayer,
    heightCm: decimal(height_cm)
      .times(Math.ceil(boxes_per_pallet / inLayer))
      .toString(),
    weightKg: decimal(gross_kg).times(boxes_per_pallet).toString(),
  };
}

/** A box of a material as loads are worked out. */
export interface Box {
  pack_qty: string;
  volume_m3: string;
  gross_kg: string;
  boxes_per_pallet: number | null;
}

export interface Load {
  boxes: number;
  volumeM3: DecimalText;
  weightKg: DecimalText;
  /** Null where a material of the load does not say how many boxes go on a pallet. */
  pallets: number | null;
}

/** What quantities weigh and take: boxes are counted whole, a begun pallet is one. */
export function loadOf(lines: readonly { box: Box; qty: DecimalText }[]): Load {
  const counted = lines.map(({ box, qty }) => {
    const boxes = Number(decimal(qty).div(decimal(box.pack_qty)).round(0, 3).toString());
    return {
      boxes,
      volume: decimal(box.volume_m3).times(boxes),
      weight: decimal(box.gross_kg).times(boxes),
      pallets: box.boxes_per_pallet === null ? null : Math.ceil(boxes / box.boxes_per_pallet),
    };
  });
  return {
    boxes: counted.reduce((total, { boxes }) => total + boxes, 0),
    volumeM3: sum(counted.map(({ volume }) => volume)).toFixed(3, 1),
    weightKg: sum(counted.map(({ weight }) => weight)).toFixed(3, 1),
    pallets: counted.some(({ pallets }) => pallets === null)
      ? null
      : counted.reduce((total, { pallets }) => total + (pallets ?? 0), 0),
  };
}

interface Vehicle {
  load_m3: string;
  load_kg: string;
}

/** How full a vehicle is in percent: by volume or by weight, whichever is reached first. */
export function loadRate({ volumeM3, weightKg }: Pick<Load, "volumeM3" | "weightKg">, vehicle: Vehicle): DecimalText {
  const byVolume = decimal(volumeM3).div(decimal(vehicle.load_m3));
  const byWeight = decimal(weightKg).div(decimal(vehicle.load_kg));
  return roundPercent((byVolume.gt(byWeight) ? byVolume : byWeight).times(100));
}

/** Whole boxes a vehicle takes, and by what they are limited. */
export function boxesIn(box: Pick<Box, "volume_m3" | "gross_kg">, vehicle: Vehicle): { boxes: number; by: string } {
  const whole = (room: string, one: string) => Number(decimal(room).div(decimal(one)).round(0, 0).toString());
  const byVolume = whole(vehicle.load_m3, box.volume_m3);
  const byWeight = whole(vehicle.load_kg, box.gross_kg);
  return byVolume <= byWeight ? { boxes: byVolume, by: "容积" } : { boxes: byWeight, by: "载重" };
}

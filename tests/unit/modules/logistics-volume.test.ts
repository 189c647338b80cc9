import { expect, test } from "vitest";
import {
  boxesIn,
  boxVolume,
  layersFit,
  loadOf,
  loadRate,
  netWeight,
  stackOf,
} from "~/modules/base-data/logistics-volume/logistics-volume.rules";

const box = { pack_qty: "20", volume_m3: "0.072", gross_kg: "21.5", boxes_per_pallet: 40 };

test("单箱体积六位小数", () => {
  expect(boxVolume({ length_cm: "60", width_cm: "40", height_cm: "30" })).toBe("0.072000");
  expect(boxVolume({ length_cm: "0.5", width_cm: "0.5", height_cm: "2" })).toBe("0.000001");
});

test("按重量计的物料知道净重，按件计的不知道", () => {
  expect(netWeight("20", "kg")).toBe("20");
  expect(netWeight("0.5", "t")).toBe("500");
  expect(netWeight("10", "pcs")).toBeNull();
});

test("箱数、托数都向上取整", () => {
  expect(loadOf([{ box, qty: "801" }])).toEqual({
    boxes: 41,
    volumeM3: "2.952",
    weightKg: "881.500",
    pallets: 2,
  });
  expect(loadOf([{ box: { ...box, boxes_per_pallet: null }, qty: "20" }]).pallets).toBeNull();
  expect(loadOf([])).toEqual({ boxes: 0, volumeM3: "0.000", weightKg: "0.000", pallets: 0 });
});

test("堆码层数不多于每托箱数；整托多高多重，末层可以不满", () => {
  const pallet = { boxes_per_pallet: 42, stack_layers: 5 };
  expect(layersFit(pallet)).toBeNull();
  expect(layersFit({ ...pallet, boxes_per_pallet: null })).toBeNull();
  expect(layersFit({ boxes_per_pallet: 4, stack_layers: 5 })?.field).toBe("stack_layers");
  const one = { height_cm: "30", gross_kg: "21.5" };
  expect(stackOf(pallet, one)).toEqual({ inLayer: 9, heightCm: "150", weightKg: "903" });
  expect(stackOf({ ...pallet, stack_layers: null }, one)).toBeNull();
});

test("装载率取容积和载重中先满的", () => {
  const load = { volumeM3: "10", weightKg: "1500" };
  expect(loadRate(load, { load_m3: "20", load_kg: "10000" })).toBe("50.0000");
  expect(loadRate(load, { load_m3: "100", load_kg: "1000" })).toBe("150.0000");
});

test("一辆车最多装多少箱，说出受限于什么", () => {
  expect(boxesIn(box, { load_m3: "15", load_kg: "1800" })).toEqual({ boxes: 83, by: "载重" });
  expect(boxesIn(box, { load_m3: "3", load_kg: "18000" })).toEqual({ boxes: 41, by: "容积" });
});

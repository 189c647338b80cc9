import { seedOf } from "~/engine/entity/seed";

const KEY = "receiving/delivery-slot";

/** Facts about it, for tests and the demo; the demo books windows with its notes (`modules/demo/slots.server.ts`). */
export const seed = seedOf({
  entity: KEY,
  least: {
    needs: ["master-data/factory"],
    // Docks of their own: nothing lies over them.
    sample: ({ id, serial }) => ({
      factory_id: id("master-data/factory"),
      slot_date: "2025-03-16",
      time_from: "08:00",
      time_to: "09:00",
      dock: `${serial}号台`,
      capacity: 2,
    }),
  },
  rows: {
    names: ["slotMorning", "slotNoon"],
    target: "slotMorning",
    async make({ add, at }) {
      const window = { factory_id: at("factory1"), slot_date: "2025-03-18", dock: "1号月台" };
      await add("slotMorning", { ...window, time_from: "08:00", time_to: "10:00", capacity: "2", capacity_m3: "60" });
      await add("slotNoon", { ...window, time_from: "10:00", time_to: "12:00", capacity: "1" });
    },
  },
});

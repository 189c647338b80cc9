import { z } from "zod";

/** Findings as another entity publishes them; how they read in code is said by `Finding`. */
export const findingsSchema = z.array(
  z.object({
    check: z.string(),
    level: z.enum(["note", "warn", "block"]),
    text: z.string(),
    cure: z.object({ label: z.string(), href: z.string() }),
  }),
);

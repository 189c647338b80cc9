import { z } from "zod";

/** Which duty goods bear: what they are, where they come from, and the business day it is asked for. */
export const askedDutySchema = z.object({ materialId: z.string(), origin: z.string(), day: z.string() });
export type AskedDuty = z.infer<typeof askedDutySchema>;

/** In percent, one answer for each question in their order; null for goods from home. */
export const dutyRatesSchema = z.array(z.string().nullable());

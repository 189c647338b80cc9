import { type Complaint, complain, lineField, ok } from "~/engine/entity";

/** A time of day as people type it, 00:00 to 24:00; as text it sorts like the time it means. */
export const TIME_OF_DAY = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

interface ReceivingFactory {
  windows: readonly { start_time: string; end_time: string }[];
}

/** A receiving window ends after it begins. */
export function windowsRunForward({ windows }: ReceivingFactory): Complaint | null {
  const position = windows.findIndex((row) => row.end_time <= row.start_time);
  return position < 0
    ? ok
    : complain(lineField("windows", position + 1, "end_time"), `第${position + 1}行结束时间必须晚于开始时间`);
}

import { type Complaint, complain, ok } from "~/engine/entity";

interface Scheduled {
  schedule_type: string;
  schedule_conf: string | null;
}

const SHORTEST_S = 10;

/** An interval is whole seconds, ten at least; whether an expression can be read is asked where it is read. */
export function intervalFits({ schedule_type, schedule_conf }: Scheduled): Complaint | null {
  if (schedule_type === "none") return ok;
  if (schedule_conf === null)
    return complain("schedule_conf", schedule_type === "cron" ? "请填写Cron表达式" : "请填写间隔秒数");
  if (schedule_type !== "fix_rate") return ok;
  if (!/^\d{1,8}$/.test(schedule_conf)) return complain("schedule_conf", "间隔秒数只能是数字");
  return Number(schedule_conf) >= SHORTEST_S ? ok : complain("schedule_conf", "间隔秒数必须大于等于10");
}

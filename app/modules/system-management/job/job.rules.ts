import { type Complaint, complain, lineField, ok } from "~/engine/entity";

interface Scheduled {
  schedule_type: string;
  schedule_conf: string | null;
}

interface Parent {
  children: readonly { job_id: string }[];
}

/** A job that follows stands once: it would not run twice. */
export function childrenOnce({ children }: Parent): Complaint | null {
  const ids = children.map(({ job_id }) => job_id);
  const at = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  return at < 0 ? ok : complain(lineField("children", at + 1, "job_id"), `第${at + 1}行的子任务重复`);
}

/**
 * The way by which a job would begin itself again: ids from the job over what follows it, back to it; null where it never does.
 * @param follows what follows each job
 */
export function circleFrom(
  id: string,
  children: readonly string[],
  follows: ReadonlyMap<string, readonly string[]>,
): string[] | null {
  const seen = new Set<string>();
  const originHref = (from: string): string[] | null => {
    if (from === id) return [id];
    if (seen.has(from)) return null;
    seen.add(from);
    for (const next of follows.get(from) ?? []) {
      const way = originHref(next);
      if (way) return [from, ...way];
    }
    return null;
  };
  for (const child of children) {
    const way = originHref(child);
    if (way) return [id, ...way];
  }
  return null;
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

import type { Action } from "../entity";

/** Rights that come with being in charge of something, not with a role; on which rows is said by the entities (`access.personal`). */
export interface Position {
  /** What people call it. */
  label: string;
  /** What it is in charge of, as the page that explains rights says it. */
  of: string;
  rights: readonly { id: string; action: Action }[];
}

const reads = (id: string): Position["rights"] => [
  { id, action: "query" },
  { id, action: "get" },
];

/** Whoever is named as 负责人 of a group of jobs: sees its jobs and their runs, starts, stops and runs them. */
const JOB_GROUP_OWNER: Position = {
  label: "任务分组负责人",
  of: "所负责分组的任务",
  rights: [
    ...reads("job-group"),
    ...reads("job"),
    ...reads("job-run"),
    { id: "job-start", action: "edit" },
    { id: "job-stop", action: "edit" },
    { id: "job-trigger", action: "edit" },
  ],
};

/** The positions of a person. */
export function positionsOf({ ownsJobs }: { ownsJobs: boolean }): Position[] {
  return ownsJobs ? [JOB_GROUP_OWNER] : [];
}

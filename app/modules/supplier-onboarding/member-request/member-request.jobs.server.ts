import type { JobHandler } from "~/engine/jobs/handler.server";
import { goOnWithMembers } from "./member-request.server";

/** What is done for it now and then. */
export const memberRequestJobs: readonly JobHandler[] = [
  {
    key: "member-accounts",
    label: "成员账号开通",
    purpose: "企业管理员同意的成员加入申请开通账号，被拒绝的写信告知申请人；不运行时同意了也没有账号。",
    schedule: "* * * * *",
    awaited: true,
    async run({ services }) {
      const done = await goOnWithMembers(services);
      return done > 0 ? `处理${done}份成员加入申请` : undefined;
    },
  },
];

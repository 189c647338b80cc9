/** The screen of jobs and its folder as the catalogue calls them; what administrators renamed stays. */
export const name = "0170-job-menu-names";

export const up = `
update resource set title = '任务调度' where name = 'job' and type = 'menu' and title = '任务管理';
update resource set title = '定时任务' where name = 'dir-system-management-jobs' and title = '任务调度';
`;

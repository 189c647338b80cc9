import type { Action } from "../entity/wall";

/** Rights of people over accounts that belong to no screen of the registry, with the roles that begin with them. */
export const ACCOUNT_PERMISSIONS: readonly {
  id: string;
  title: string;
  grants: readonly { role: string; action: Action }[];
}[] = [
  {
    id: "account-colleagues",
    title: "个人中心 · 本企业账号",
    grants: [
      { role: "supplier_admin", action: "query" },
      { role: "supplier_admin", action: "disable" },
    ],
  },
];

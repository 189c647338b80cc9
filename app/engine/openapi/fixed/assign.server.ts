import { z } from "zod/v4";
import { type FixedCall, fixed, id, requestId, text, version } from "./define.server";

const GROUP = "用户授权";

const nullable = z.string().nullable();
const given = z.object({
  added: z.int(),
  removed: z.int(),
  changed: z.int(),
  waiting: z.int().meta({ description: "其中须由另一名管理员确认后才生效的角色数" }),
  total: z.int(),
  version: z.int(),
});
const scope = z.enum(["all", "listed"]);
const ids = z.array(id).max(5000);

function scopeCalls(
  name: string,
  right: string,
  label: string,
  { add, idsName, row, more }: { add: string; idsName: string; row: z.ZodRawShape; more?: Record<string, z.ZodType> },
): FixedCall[] {
  return [
    fixed({
      group: GROUP,
      method: "get",
      path: `/v2/${name}/findList/{userId}`,
      summary: `用户的${label}`,
      permission: `${right}.query`,
      own: true,
      result: z.object({
        scope,
        version: z.int(),
        list: z.array(z.object({ id: z.string(), userId: z.string(), ...row })),
      }),
    }),
    fixed({
      group: GROUP,
      method: "post",
      path: `/v2/${name}/${add}`,
      summary: `设置用户的${label}`,
      permission: `${right}.edit`,
      json: { userId: id, scope: scope.optional(), [idsName]: ids.optional(), ...more, version, requestId },
      result: given,
      note: "给出的是全部，没有给出的会收回。",
    }),
  ];
}

/** Roles and scopes of people. */
export const ASSIGN_CALLS: readonly FixedCall[] = [
  fixed({
    group: GROUP,
    method: "post",
    path: "/v2/userFactory/grantTree",
    summary: "可授予的工厂树",
    permission: "user-factory.query",
    json: { userId: id, keyword: text().optional(), requestId },
    result: z.array(
      z.object({
        id: z.string(),
        menuName: z.string(),
        parentId: z.string(),
        children: z.array(z.unknown()),
        type: z.enum(["company", "factory"]),
        checked: z.boolean(),
        halfChecked: z.boolean(),
        disabled: z.boolean(),
      }),
    ),
  }),
  ...scopeCalls("userFactory", "user-factory", "工厂", {
    add: "addUserFactorys",
    idsName: "factoryIds",
    row: { factoryId: z.string(), factoryCode: nullable, factoryName: nullable, companyName: nullable },
  }),
  ...scopeCalls("userMaterialType", "user-material-type", "物料类型", {
    add: "addUserMaterialTypes",
    idsName: "materialTypeIds",
    row: { materialTypeId: z.string(), code: nullable, name: nullable, parentId: nullable },
  }),
  ...scopeCalls("userPurchaseGroup", "user-purchase-group", "采购组", {
    add: "addUserPurchaseGroups",
    idsName: "purchaseGroupIds",
    row: { purchaseGroupId: z.string(), code: nullable, name: nullable, isMain: z.boolean() },
    more: { mainId: id.nullable().optional() },
  }),
  fixed({
    group: GROUP,
    method: "get",
    path: "/v2/userRole/findList/{userId}",
    summary: "用户的角色",
    permission: "user-role.query",
    own: true,
    result: z.object({
      version: z.int(),
      list: z.array(
        z.object({
          id: z.string(),
          userId: z.string(),
          roleId: z.string(),
          roleCode: z.string(),
          roleName: z.string(),
          validFrom: nullable,
          validUntil: nullable,
          grantedBy: nullable,
        }),
      ),
    }),
  }),
  fixed({
    group: GROUP,
    method: "post",
    path: "/v2/userRole/addUserRoles",
    summary: "设置用户的角色",
    permission: "user-role.edit",
    json: {
      userId: id,
      roles: z
        .array(
          z.strictObject({
            roleId: id,
            validFrom: z.string().max(20).nullable().optional(),
            validUntil: z.string().max(20).nullable().optional(),
          }),
        )
        .max(200)
        .optional(),
      roleIds: z.array(id).max(200).optional(),
      version,
      requestId,
    },
    result: given,
  }),
];

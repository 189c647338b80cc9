import { expect, test } from "vitest";
import { fieldPermission } from "~/engine/access/permissions";
import type { Context } from "~/engine/context.server";
import type { Action, AnyRecord } from "~/engine/entity";
import { refsReadableBy } from "~/engine/files/download.server";
import { pathReadable } from "~/engine/operations/audit.server";
import { mayWrite, mayWriteLines } from "~/engine/operations/scope.server";
import { contract } from "~/modules/contract-management/contract/contract.entity";
import { supplierBankAccount } from "~/modules/supplier-management/supplier-bank-account/supplier-bank-account.entity";
import { admission } from "../../fixtures/definitions/admission.entity";
import { correctiveAction } from "../../fixtures/definitions/corrective-action.entity";

/** Somebody of the company with these rights and no other. */
function staff(...rights: readonly (readonly [permission: string, action: Action])[]): Context {
  const permissions = new Map(rights.map(([permission, action]) => [permission, new Set([action])]));
  return { actor: { kind: "user", id: "someone", supplierId: null, permissions } } as unknown as Context;
}

const trialPermission = fieldPermission(admission.key, "need_trial");

test("只有个别角色能写的字段：有写权限的能写，只能看的和什么都没有的不能", () => {
  const trial = admission.fields.need_trial;
  const may = (context: Context, state: string | null = "draft") =>
    mayWrite(context, { entity: admission, path: "need_trial", field: trial, state });
  expect(may(staff([trialPermission, "edit"]))).toBe(true);
  expect(may(staff([trialPermission, "get"]))).toBe(false);
  expect(may(staff([admission.key, "edit"]))).toBe(false);
  expect(may(staff())).toBe(false);
  // The right does not reach further than the states do.
  expect(may(staff([trialPermission, "edit"]), "assessing")).toBe(false);
});

test("只有个别角色能写的明细和其中的列，各看各的权限", () => {
  const { actions } = correctiveAction.lines;
  const rows = staff([fieldPermission(correctiveAction.key, "actions"), "edit"]);
  const checker = staff([fieldPermission(correctiveAction.key, "actions.check"), "edit"]);
  const mayAdd = (context: Context) =>
    mayWriteLines(context, { entity: correctiveAction, path: "actions", lines: actions, state: "verifying" });
  const mayCheck = (context: Context) =>
    mayWrite(context, {
      entity: correctiveAction,
      path: "actions.check",
      field: actions.fields.check,
      state: "verifying",
    });
  expect([mayAdd(rows), mayAdd(checker), mayAdd(staff())]).toEqual([true, false, false]);
  expect([mayCheck(checker), mayCheck(rows), mayCheck(staff())]).toEqual([true, false, false]);
});

test("历史只说读者看得到的字段：银行账号只给有权限的人，同一张单据的户名谁都看得到", () => {
  const reader = staff([fieldPermission(supplierBankAccount.key, "account_no"), "get"]);
  const may = (context: Context, name: string) => pathReadable(context, supplierBankAccount, [name]);
  expect([may(reader, "account_no"), may(staff(), "account_no")]).toEqual([true, false]);
  expect([may(reader, "account_name"), may(staff(), "account_name")]).toEqual([true, true]);
  expect(may(reader, "no_such_field")).toBe(false);
});

test("附件只给看得到那一栏的人：只有个别角色能看的附件，没有权限的同事和供应商都拿不到", () => {
  const { attachments, internal_files } = contract.fields;
  const restricted = { ...attachments, options: { ...attachments.options, readBy: ["finance"] as const } };
  const entity = { ...contract, fields: { ...contract.fields, attachments: restricted, internal_files } };
  const [ofFinance, ofCompany] = ["甲", "乙"].map((id) => ({
    id,
    name: `${id}.pdf`,
    size: 1,
    type: "application/pdf",
  }));
  const record = { id: "1", version: 1, attachments: [ofFinance], internal_files: [ofCompany] } as unknown as AnyRecord;
  const names = (context: Context) => refsReadableBy(context, entity, record).map(({ id }) => id);
  const finance = staff([fieldPermission(contract.key, "attachments"), "get"]);
  const supplier = { actor: { ...finance.actor, supplierId: "s", permissions: new Map() } } as unknown as Context;
  expect([names(finance), names(staff()), names(supplier)]).toEqual([["甲", "乙"], ["乙"], []]);
});

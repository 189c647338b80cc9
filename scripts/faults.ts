/**
 * Faults of the product that matter, seeded one at a time by `npm run test:faults`: what the tests are held against. Each is one exact
 * text in one file and what stands in its place; a text that is gone, or stands there more than once, is a fault of this list.
 */
export interface Fault {
  /** What would be wrong, as whoever is harmed by it would say it. */
  name: string;
  file: string;
  find: string;
  put: string;
  /** Which tests are expected to notice: the cheapest part that is enough. */
  expected: { project: "unit" | "integration"; file: string; test?: string };
}

const unit = (file: string, test?: string): Fault["expected"] => ({
  project: "unit",
  file: `tests/unit/${file}.test.ts`,
  ...(test === undefined ? {} : { test }),
});
const integration = (file: string, test?: string): Fault["expected"] => ({
  ...unit(file, test),
  project: "integration",
  file: `tests/integration/${file}.test.ts`,
});

export const FAULTS: readonly Fault[] = [
  {
    name: "采购员看到别的工厂和采购组的单据",
    file: "app/engine/operations/scope.server.ts",
    find: `return column === undefined || rows === "all" ? [] : [where.oneOf(column, rows)];`,
    put: `return column === undefined || rows === "all" ? [] : [];`,
    expected: integration("modules/purchase-orders/purchase-order", "采购员只在自己的工厂和采购组下单"),
  },
  {
    name: "选择框列出数据范围之外的行",
    file: "app/engine/operations/references.server.ts",
    find: `    ...rowFilter(context, target),\n    ...(target.fields.enabled`,
    put: `    ...(target.fields.enabled`,
    expected: integration("lists/choose", "超出个人数据范围的不出现"),
  },
  {
    name: "拿着旧版本也能下达",
    file: "app/engine/operations/transitions.server.ts",
    find: `if (version !== undefined && version !== record.version && !isSameMatter(record, name, version)) {`,
    put: `if (version === -1 && !isSameMatter(record, name, version)) {`,
    expected: integration("modules/purchase-orders/purchase-order", "拿着旧版本下达被拒绝"),
  },
  {
    name: "同一张表单送两次，做两次",
    file: "app/data/repeats.server.ts",
    find: `if (Number(result.numAffectedRows ?? 0) === 1) return { first: true };`,
    put: `if (Number(result.numAffectedRows ?? 0) >= 0) return { first: true };`,
    expected: integration("records/comments", "同一份表单提交两次只有一条"),
  },
  {
    name: "金额舍入成银行家的偶数",
    file: "app/shared/decimal.ts",
    find: `return value.round(2, Exact.roundHalfUp).toFixed(2);`,
    put: `return value.round(2, Exact.roundHalfEven).toFixed(2);`,
    expected: unit("shared/decimal"),
  },
  {
    name: "订单金额在合计上舍入，不在每一行",
    file: "app/modules/purchase-orders/purchase-order/purchase-order.rules.ts",
    find: `return roundMoney(decimal(line.qty).times(decimal(line.price)));`,
    put: `return decimal(line.qty).times(decimal(line.price)).toFixed();`,
    expected: unit("modules/purchase-order"),
  },
  {
    name: "导出的文件里有范围之外的行",
    file: "app/engine/output/export.server.ts",
    find: `const where = [...rowFilter(context, entity), ...rights,`,
    put: `const where = [...rowFilter(context, entity).slice(1_000), ...rights,`,
    expected: integration("exports/lists", "采购员得到自己范围内的行"),
  },
  {
    name: "导出的文件里有看不到的列",
    file: "app/engine/output/columns.server.ts",
    find: `  if (!mayRead(context, entity, own, field) || !mayTellInRows(context, entity, own)) return null;\n`,
    put: ``,
    expected: integration("exports/lists", "隐藏的列怎么要也得不到"),
  },
  {
    name: "谁都能做任何操作",
    file: "app/engine/operations/scope.server.ts",
    find: `return may(context.actor.permissions, transitionRight(entity, name, transition));`,
    put: `return transitionRight(entity, name, transition) !== "";`,
    expected: integration("modules/purchase-orders/purchase-order", "业务员和管理员都能确认，采购员不能代替"),
  },
  {
    name: "没有改价权限的人改了受限的字段",
    file: "app/engine/operations/scope.server.ts",
    find: `  if (options.writeBy && !may(actor.permissions, \`\${fieldPermission(entity.key, path)}.edit\`)) return false;\n`,
    put: "",
    expected: unit("engine/field-rights"),
  },
  {
    name: "历史里写着读者看不到的字段",
    file: "app/engine/operations/audit.server.ts",
    find: `return found !== null && mayRead(context, entity, found.right, found.field);`,
    put: `return found !== null;`,
    expected: unit("engine/field-rights"),
  },
  {
    name: "修改不留痕",
    file: "app/engine/operations/save.server.ts",
    find: `    await audit(context, entity, record, { action: "update", label: "修改", changes, reason: null });\n`,
    put: "",
    expected: integration("modules/purchase-orders/purchase-order", "草稿可以改"),
  },
  {
    name: "新的一天编号不从头开始",
    file: "app/engine/numbering/pattern.ts",
    find: `if (reset === "auto") return \`\${key} \${spelled(parts.slice(0, running), day, texts, 0)}\`;`,
    put: `if (reset === "auto") return \`\${key} \${spelled(parts.slice(0, Math.min(1, running)), day, texts, 0)}\`;`,
    expected: unit("engine/number-series"),
  },
  {
    name: "到期提醒天天说，不按提醒日",
    file: "app/engine/deadlines/work.server.ts",
    find: `const word = reminder.task ? day : \`\${day}:\${step}\`;`,
    put: `const word = reminder.task ? day : \`\${day}:\${today}\`;`,
    expected: integration("jobs/deadlines", "到了提醒日说一次"),
  },
  {
    name: "平台在提醒途中被强杀，记了说过，却没有人收到",
    file: "app/engine/deadlines/round.server.ts",
    find: `    await inTransaction(context, work);`,
    put: `    await work();`,
    expected: integration("jobs/killed-deadlines", "发出和记下之间强杀平台"),
  },
  {
    name: "别人暂存的内容打得开",
    file: "app/data/drafts.server.ts",
    find: `where id = \${id} and user_id = \${userId} and address = \${address}\`.execute(connection);\n  return rows[0] ? draftOf(rows[0]) : null;`,
    put: `where id = \${id} and \${userId} <> '' and address = \${address}\`.execute(connection);\n  return rows[0] ? draftOf(rows[0]) : null;`,
    expected: integration("forms/drafts", "只有本人看得到"),
  },
  {
    name: "没有页面凭证的表单也收",
    file: "app/engine/session/session.server.ts",
    find: `return isSecret(context.session?.csrf, sent);`,
    put: `return context.session !== null || isSecret(undefined, sent);`,
    expected: integration("security/baseline", "没有凭证、别人的凭证"),
  },
  {
    name: "别的网站能替人改东西",
    file: "app/host/origin.server.ts",
    find: `if (facts.fetchSite === "cross-site" || facts.fetchSite === "same-site") return false;\n  if (facts.origin !== undefined) return URL.canParse(facts.origin) && facts.hosts.includes(new URL(facts.origin).host);`,
    put: `if (facts.origin !== undefined) return URL.canParse(facts.origin);`,
    expected: unit("host/origin"),
  },
  {
    name: "冻结的账号继续用着打开的会话",
    file: "app/engine/session/session.server.ts",
    find: `if (!row || row.userStatus === "blocked" || row.userStatus === "deleted") return null;`,
    put: `if (!row) return null;`,
    expected: integration("session/session-life", "工作中账号被冻结"),
  },
  {
    name: "看不到的附件下载得到",
    file: "app/engine/files/download.server.ts",
    find: `    .filter(({ path, field }) => mayRead(context, entity, path, field))\n`,
    put: "",
    expected: unit("engine/field-rights"),
  },
  {
    name: "有错误就全部不导入的批次照样导入",
    file: "app/engine/imports/batch.server.ts",
    find: `if (record.mode === "all" && counts.fail > 0)`,
    put: `if (record.mode === "all" && counts.fail < 0)`,
    expected: integration("imports/imports", "有错误就全部不导入：不能执行"),
  },
  {
    name: "筛选「不大于」漏掉等于的",
    file: "app/data/condition-sql.server.ts",
    find: `lte: "<=", gt: ">"`,
    put: `lte: "<", gt: ">"`,
    expected: integration("lists/conditions"),
  },
  {
    name: "接口把没有权限说成别的错误",
    file: "app/engine/errors.ts",
    find: `forbidden: { status: 403, code: 40301,`,
    put: `forbidden: { status: 403, code: 40302,`,
    expected: integration("rest/contracts", "选择合同"),
  },
  {
    name: "型式检验逾期16天仍然放行",
    file: "app/shared/supplier-gate.ts",
    find: `export const TYPE_INSPECTION_GRACE_DAYS = 15;`,
    put: `export const TYPE_INSPECTION_GRACE_DAYS = 16;`,
    expected: unit("modules/supplier-gate"),
  },
  {
    name: "经手人批准自己的单据",
    file: "app/engine/operations/transitions.server.ts",
    find: `isAuthor(context, transition, record) ||\n`,
    put: ``,
    expected: integration("approval/duties", "品牌授权：改过"),
  },
  {
    name: "过期的链接还打得开",
    file: "app/data/tickets.server.ts",
    find: `and revoked_at is null and expires_at > \${wanted.now}::timestamptz\n`,
    put: `and revoked_at is null and \${wanted.now}::timestamptz is not null\n`,
    expected: integration("tickets/tickets", "无论什么原因打不开"),
  },
  {
    name: "数据库的墙少了一面",
    file: "app/data/migrations/baseline/tables.server.ts",
    find: `create policy supplier_read on "admission" for select to app_supplier using (("admission"`,
    put: `create policy supplier_read on "admission" for select to app_supplier using (true or ("admission"`,
    expected: integration("conformance/definition/tables", "行级安全打开"),
  },
];

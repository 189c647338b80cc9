import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnyTransition, Field, RoleName } from "~/engine/entity";
import { callsPath } from "~/engine/openapi/entity-calls.server";
import { filterField } from "~/engine/operations/filters";
import { ACCOUNT_NAMES, accountOf } from "../../../support/company";
import {
  behaving,
  type Case,
  isAddable,
  isFreeText,
  isGranted,
  makeLineTargets,
  minimal,
  rolesWith,
} from "../../../support/conformance";
import { ORDER, released } from "../../../support/orders";
import { type Answer, call, signIn } from "../../../support/rest";
import { keptReason } from "../../../support/sight";
import { solved } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const world = await openWorld();
await makeLineTargets(world);
afterAll(() => world.close());

type Wire = Record<string, unknown>;

function resultOf({ body }: Answer): Wire {
  return Object(body.result);
}

/** Status and code, which say what came of a call. */
function outcome({ status, body }: Answer): [number, number] {
  return [status, body.code];
}

/** A person of the company who may do all of this. */
function keeperOf({ screen }: Case, actions: readonly ("add" | "edit" | "get" | "query")[]) {
  const found = ACCOUNT_NAMES.find((name) => {
    const { role, supplier, types } = accountOf(name);
    const may = (action: (typeof actions)[number]) => isGranted(screen.grants, role as RoleName, action);
    return !supplier && !types && actions.every(may);
  });
  if (!found) throw new Error(`nobody of the company keeps ${screen.key}`);
  return found;
}

describe.each(behaving("rest").filter(([, one]) => isAddable(one)))("%s", (_label, one) => {
  const { key, entity, screen } = one;
  const base = callsPath(entity);
  let token = "";
  let created: Wire = {};
  // What a log says stays as it was said, also where people add to it; values that nobody may edit are corrected by a transition.
  const changes = entity.kind !== "log" && rolesWith(screen, "edit").length > 0;
  beforeAll(async () => {
    token = await signIn(world, keeperOf(one, changes ? ["add", "edit", "get", "query"] : ["add", "get", "query"]));
    created = resultOf(await call(world, { token, method: "POST", path: base, body: minimal(world, key) }));
  });
  const text = Object.entries<Field>(entity.fields).find(([name, field]) =>
    isFreeText(entity, name, field),
  )?.[0] as string;

  test("新建以后打得开：编号是文本，版本是数，金额是文本，选择和引用带名称", async () => {
    expect(created).toMatchObject({ id: expect.any(String), version: 1, warnings: expect.any(Array) });
    const answer = await call(world, { token, method: "GET", path: `${base}/${created.id}` });
    expect(outcome(answer)).toEqual([200, 200]);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const record = resultOf(answer);
    expect(record).toMatchObject({ id: created.id, version: 1, actions: expect.any(Array) });
    expect(record.created_at).toMatch(/^2025-03-10 \d\d:\d\d:\d\d$/);
    if (entity.states) {
      const [first = ""] = Object.keys(entity.states);
      expect(record).toMatchObject({ state: first, state_label: entity.states[first] });
      const transitions = Object.entries<AnyTransition>(entity.transitions ?? {});
      const open = transitions.filter(([, transition]) => transition.from.includes(first)).map(([name]) => name);
      const offered = (record.actions as { action: string }[]).map(({ action }) => action);
      expect(offered.filter((name) => !open.includes(name))).toEqual([]);
    }
    for (const [name, { kind }] of Object.entries<Field>(entity.fields)) {
      const value = record[name];
      expect(name in record, name).toBe(true);
      if (value === null) continue;
      if (["money", "price", "quantity", "percent", "number"].includes(kind)) expect(value).toMatch(/^-?\d+\.\d+$/);
      if (kind === "reference" || kind === "choice") expect(record[`${name}_label`], name).toMatch(/./);
    }
  });

  test("修改带版本，旧版本得到40009和两边的差异", async () => {
    const address = `${base}/${created.id}`;
    if (!changes) {
      const refused = await call(world, {
        token,
        method: "PUT",
        path: address,
        body: { version: 1, [text]: "REST改的" },
      });
      expect(refused.status).not.toBe(200);
      return;
    }
    const without = await call(world, { token, method: "PUT", path: address, body: { [text]: "无版本" } });
    expect(outcome(without)).toEqual([400, 40002]);
    const changed = await call(world, {
      token,
      method: "PUT",
      path: address,
      body: { version: 1, [text]: "REST改的" },
    });
    expect(resultOf(changed)).toMatchObject({ id: created.id, version: 2 });
    const late = await call(world, { token, method: "PUT", path: address, body: { version: 1, [text]: "晚到的" } });
    expect(outcome(late)).toEqual([400, 40009]);
    expect(late.body.message).toBe("数据已被他人修改，请刷新后重试");
    const label = entity.fields[text].options.label;
    expect(resultOf(late)).toEqual({ version: 2, differences: [{ label, theirs: "REST改的", yours: "晚到的" }] });
  });

  test("删除须说明版本，旧版本得到40009，记录还在", async () => {
    const keeper = ACCOUNT_NAMES.find(
      (name) => !accountOf(name).supplier && isGranted(screen.grants, accountOf(name).role, "delete"),
    );
    const body = { version: 1 };
    if (!keeper || entity.removable === false) {
      const refused = await call(world, { token, method: "DELETE", path: `${base}/${created.id}`, body });
      expect(refused.status).not.toBe(200);
      return;
    }
    const own = await signIn(world, keeper);
    const made = resultOf(await call(world, { token: own, method: "POST", path: base, body: minimal(world, key) }));
    const address = `${base}/${made.id}`;
    expect(outcome(await call(world, { token: own, method: "DELETE", path: address, body: {} }))).toEqual([400, 40002]);
    const kept = keptReason(entity, resultOf(await call(world, { token: own, method: "GET", path: address })));
    if (kept !== null) {
      const refused = await call(world, {
        token: own,
        method: "DELETE",
        path: address,
        body: { version: made.version },
      });
      expect([...outcome(refused), refused.body.message]).toEqual([400, 40003, kept]);
      return;
    }
    expect(outcome(await call(world, { token: own, method: "DELETE", path: address, body: { version: 7 } }))).toEqual([
      400, 40009,
    ]);
    expect(outcome(await call(world, { token: own, method: "GET", path: address }))).toEqual([200, 200]);
    expect(
      outcome(await call(world, { token: own, method: "DELETE", path: address, body: { version: made.version } })),
    ).toEqual([200, 200]);
    expect(outcome(await call(world, { token: own, method: "GET", path: address }))).toEqual([404, 40401]);
  });

  test("填错的逐个说明，不认识的和受保护的字段是格式错误", async () => {
    const wrong = await call(world, {
      token,
      method: "POST",
      path: base,
      body: { ...minimal(world, key), [text]: "长".repeat(5000) },
    });
    expect(outcome(wrong)).toEqual([400, 40001]);
    expect(resultOf(wrong).errors).toMatchObject({ [text]: expect.stringMatching(/^最多\d+个字/) });
    for (const name of ["no_such_field", "constructor", "state", "created_by", "version", "id"]) {
      const answer = await call(world, {
        token,
        method: "POST",
        path: base,
        body: { ...minimal(world, key), [name]: "1" },
      });
      expect(outcome(answer), name).toEqual([400, 40002]);
    }
  });

  test("请求号重复，无论写在内容里还是信头里，只做一次", async () => {
    const requestId = `rest-${screen.key}`;
    const body = { ...minimal(world, key), requestId };
    const first = await call(world, { token, method: "POST", path: base, body });
    expect(outcome(first)).toEqual([200, 200]);
    // What is shown once is not shown again.
    const { reveals: _shownOnce, ...answer } = Object(first.body.result);
    expect((await call(world, { token, method: "POST", path: base, body })).body.result).toEqual(answer);
    const { requestId: _transitioned, ...bare } = body;
    expect(
      (await call(world, { token, method: "POST", path: base, body: bare, headers: { requestId } })).body.result,
    ).toEqual(answer);
    const other = await call(world, { token, method: "POST", path: base, body: { ...body, [text]: "另一个" } });
    expect(outcome(other)).toEqual([400, 40004]);
    const bad = await call(world, {
      token,
      method: "POST",
      path: base,
      body: { ...minimal(world, key), requestId: "有 空格" },
    });
    expect(outcome(bad)).toEqual([400, 40002]);
  });

  test("分页：条件、排序和页数，两种写法答复相同", async () => {
    const page = { current: 1, size: 1, orders: [{ column: "created_at", asc: false }] };
    const posted = await call(world, { token, method: "POST", path: `${base}/page`, body: { page } });
    const got = await call(world, {
      token,
      method: "GET",
      path: `${base}/page?page.current=1&page.size=1&column=created_at&asc=false`,
    });
    expect(got.body.result).toEqual(posted.body.result);
    const { records, total, pages, current, size } = resultOf(posted);
    expect(records).toHaveLength(1);
    expect([current, size, pages]).toEqual([1, 1, total]);
    const [row] = records as Wire[];
    for (const column of screen.list.columns) {
      if (/[.(+]/.test(column)) continue;
      expect(column in Object(row), column).toBe(true);
    }
    const beyond = await call(world, {
      token,
      method: "POST",
      path: `${base}/page`,
      body: { page: { current: 999, size: 1 } },
    });
    expect(resultOf(beyond).current).toBe(pages);
  });

  test("不认识的列、条件和过大的页是格式错误，看不懂的值是填写错误", async () => {
    const bodies: readonly object[] = [
      { page: { orders: [{ column: "no_such_column" }] } },
      { page: { orders: [{ column: "constructor" }] } },
      { page: { orders: [{}] } },
      { page: { size: 201 } },
      { page: { current: "一" } },
      { no_such_filter: "1" },
      { constructor: "1" },
    ];
    for (const body of bodies) {
      const answer = await call(world, { token, method: "POST", path: `${base}/page`, body });
      expect(outcome(answer), JSON.stringify(body)).toEqual([400, 40002]);
    }
    const ranged = screen.list.filters.find((name) => /range/i.test(filterField(screen, name)?.shape ?? ""));
    if (ranged) {
      const answer = await call(world, {
        token,
        method: "POST",
        path: `${base}/page`,
        body: { [ranged]: ["'; drop table company"] },
      });
      expect(outcome(answer)).toEqual([400, 40001]);
      expect(Object.keys(Object(resultOf(answer).errors))).toEqual([ranged]);
    }
  });

  test("不存在的编号、不像编号的编号都是404，内容不是JSON是格式错误", async () => {
    for (const id of ["0195a000-0000-7000-8000-00000000ffff", "1", "' or 1=1", "..%2f..%2fuser"]) {
      const answer = await call(world, { token, method: "GET", path: `${base}/${encodeURIComponent(id)}` });
      expect(outcome(answer), id).toEqual([404, 40401]);
      expect(answer.body.message).toBe("数据不存在或已被删除");
    }
    for (const body of [[], "text", 1, null]) {
      expect(outcome(await call(world, { token, method: "POST", path: base, body }))).toEqual([400, 40002]);
    }
  });
});

describe("采购订单的流转", () => {
  const base = `/v2/${ORDER}`;
  const UNKNOWN = "0195a000-0000-7000-8000-00000000ffff";

  test("提交、批量下达、供应商逐行提变更、采购员接受，全程只用REST", async () => {
    const buyer = await signIn(world, "buyerA");
    const supplier = await signIn(world, "supplierA");
    const made = resultOf(
      await call(world, {
        token: buyer,
        method: "POST",
        path: base,
        body: { ...minimal(world, ORDER), order_date: "2025-03-10" },
      }),
    );
    const address = `${base}/${made.id}`;
    const unsure = await call(world, { token: buyer, method: "POST", path: `${address}/submit`, body: {} });
    expect(outcome(unsure)).toEqual([400, 40002]);
    const submit = { version: 1, requestId: "submit-1" };
    const submitted = await call(world, { token: buyer, method: "POST", path: `${address}/submit`, body: submit });
    expect(resultOf(submitted)).toMatchObject({ state: "approved", version: 2 });
    expect(
      (await call(world, { token: buyer, method: "POST", path: `${address}/submit`, body: submit })).body.result,
    ).toEqual(submitted.body.result);

    expect(outcome(await call(world, { token: supplier, method: "GET", path: address }))).toEqual([404, 40401]);
    const batch = await call(world, {
      token: buyer,
      method: "POST",
      path: `${base}/batch/release`,
      body: {
        items: [
          { id: made.id, version: 2 },
          { id: UNKNOWN, version: 1 },
        ],
      },
    });
    expect(resultOf(batch)).toMatchObject({ done: [{ id: made.id, state: "released" }], failed: [{ id: UNKNOWN }] });

    const seen = resultOf(await call(world, { token: supplier, method: "GET", path: address }));
    expect((seen.actions as { action: string }[]).map(({ action }) => action)).toEqual([
      "confirm",
      "confirm_lines",
      "propose",
    ]);
    for (const hidden of ["gate_result", "approved_amount"]) expect(hidden in seen, hidden).toBe(false);
    const [line] = seen.items as Wire[];
    const [delivery] = (line?.schedules ?? []) as Wire[];
    const lines = { [String(delivery?.id)]: { plan_qty: "５０", plan_date: "2025-06-25" } };
    const proposed = await call(world, {
      token: supplier,
      method: "POST",
      path: `${address}/propose`,
      body: {
        version: seen.version,
        reason: "产能",
        lines,
      },
    });
    expect(resultOf(proposed)).toMatchObject({ state: "negotiating" });
    const accepted = await call(world, {
      token: buyer,
      method: "POST",
      path: `${address}/accept_change`,
      body: {
        version: resultOf(proposed).version,
      },
    });
    expect(resultOf(accepted)).toMatchObject({ state: "confirmed" });
    const after = resultOf(await call(world, { token: supplier, method: "GET", path: address }));
    expect((after.items as Wire[])[0]).toMatchObject({
      qty: "50.000",
      confirm_qty: "50.000",
      confirm_date: "2025-06-25",
    });
  });

  test("需要原因的提醒：40003，附检查结果；写了原因就通过", async () => {
    const buyer = await signIn(world, "buyerA");
    const body = {
      ...minimal(world, ORDER, { "supplier-management/supplier": world.ids.supplierB }),
      order_date: "2025-03-10",
    };
    const made = resultOf(await call(world, { token: buyer, method: "POST", path: base, body }));
    expect(made.warnings).toEqual([expect.stringMatching(/^订单日期2025-03-10不在合同【/)]);
    const address = `${base}/${made.id}`;
    await call(world, { token: buyer, method: "POST", path: `${address}/submit`, body: { version: 1 } });
    const warned = await call(world, {
      token: buyer,
      method: "POST",
      path: `${address}/release`,
      body: { version: 2 },
    });
    expect(outcome(warned)).toEqual([400, 40003]);
    expect(resultOf(warned)).toMatchObject({
      findings: [{ check: "contract_window", level: "warn" }],
      errors: { reason: "存在检查提醒，请填写继续的原因" },
    });
    const passed = await call(world, {
      token: buyer,
      method: "POST",
      path: `${address}/release`,
      body: { version: 2, reason: "已批准" },
    });
    expect(outcome(passed)).toEqual([200, 200]);
  });

  test("供应商批量确认，别人的和不认识的流转不理会", async () => {
    const supplier = await signIn(world, "supplierA");
    const mine = await released(world);
    const foreign = await released(world, { supplier_id: world.ids.supplierB });
    const batch = await call(world, {
      token: supplier,
      method: "POST",
      path: `${base}/batch/confirm`,
      body: {
        items: [mine, foreign].map(({ id, version }) => ({ id, version })),
      },
    });
    expect(resultOf(batch)).toMatchObject({
      done: [{ id: mine.id, state: "confirmed" }],
      failed: [{ id: foreign.id, message: "数据不存在或已被删除" }],
    });
    const address = `${base}/${mine.id}`;
    expect(
      outcome(
        await call(world, { token: supplier, method: "POST", path: `${address}/no_such_move`, body: { version: 4 } }),
      ),
    ).toEqual([404, 40401]);
    const extra = { version: 4, qty: "1" };
    expect(
      outcome(await call(world, { token: supplier, method: "POST", path: `${address}/propose`, body: extra })),
    ).toEqual([400, 40002]);
  });
});

describe("登录", () => {
  test("错误的密码和不存在的账号答复相同，五次以后要等待", async () => {
    const attempt = async (username: string, password: string) => {
      const init = { method: "POST", body: new URLSearchParams({ username, password, ...(await solved(world)) }) };
      const request = new Request("http://portal.test/v1/login", init);
      const response = await world.services.rest.fetch(request, { requestId: "login", ip: "127.0.0.1" });
      const body: unknown = await response.json();
      return [response.status, Object(body).code, Object(body).message];
    };
    const wrong = [401, 40102, "账户或密码错误"];
    for (const account of ["expert", "nobody"]) {
      for (let count = 0; count < 4; count += 1) expect(await attempt(account, "wrong")).toEqual(wrong);
      expect(await attempt(account, "wrong")).toEqual([401, 40103, "密码错误次数过多，请在5秒后再试"]);
      expect(await attempt(account, "Test@2025")).toEqual([401, 40103, "密码错误次数过多，请在5秒后再试"]);
    }
    world.clock.advance(31 * 60_000);
    expect(await attempt("ＥＸＰＥＲＴ", "Test@2025")).toEqual([200, 200, "操作成功"]);
    // What was counted is too old: counting starts again.
    expect(await attempt("nobody", "Test@2025")).toEqual(wrong);
  });

  test("七天以后、退出以后令牌失效", async () => {
    const token = await signIn(world, "qa");
    const other = await signIn(world, "qa");
    expect((await call(world, { token: other, method: "POST", path: "/v2/user/logout" })).status).toBe(200);
    expect(outcome(await call(world, { token: other, method: "GET", path: "/v2/user/info" }))).toEqual([401, 40105]);
    expect(outcome(await call(world, { token, method: "GET", path: "/v2/user/info" }))).toEqual([200, 200]);
    world.clock.advance(7 * 86_400_000);
    expect(outcome(await call(world, { token, method: "GET", path: "/v2/user/info" }))).toEqual([401, 40105]);
  });
});

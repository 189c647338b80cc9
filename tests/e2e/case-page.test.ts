import { afterAll, describe, expect, test } from "vitest";
import { freePort } from "../support/free-port";
import { type OaProgram, startOaProgram, type Todo } from "../support/oa-program";
import { eventually } from "./support/pages";
import { startPortal } from "./support/portal";

const SECRET = "a-secret-of-at-least-thirty-two-letters";

const port = await freePort();
const address = `http://127.0.0.1:${port}`;
const oa: OaProgram = await startOaProgram({ secret: SECRET, portal: address });
afterAll(() => oa.close());
const portal = startPortal({
  PORT: String(port),
  PUBLIC_URL: address,
  SSO_SECRETS: `oa=${SECRET}`,
  OA_URL: oa.address,
  OA_ORIGINS: oa.origin,
});

/** The price case of the demo that waits for the office system: its to-do leaves as soon as the portal is connected. */
async function waiting(): Promise<Todo> {
  const own = () => [...oa.todos.values()].find(({ link }) => link.includes("/web/baoJiaOa/viewQuote"));
  await eventually(async () => own() !== undefined).toBe(true);
  const todo = own();
  if (!todo) throw new Error("no to-do has come");
  return todo;
}

describe("审批人从OA待办读核价单", () => {
  test("不带脚本，不设 Cookie，不让人保存，只许OA嵌入", async () => {
    const { link } = await waiting();
    const answer = await fetch(link);
    const html = await answer.text();
    expect([answer.status, answer.headers.get("set-cookie"), answer.headers.get("cache-control")]).toEqual([
      200,
      null,
      "no-store",
    ]);
    expect(html).not.toMatch(/<script|modulepreload|<form|<button/);
    expect(answer.headers.get("content-security-policy")).toContain(`frame-ancestors ${oa.origin}`);
  });

  test("审批人在OA的框架里读核价单，手机和桌面都能读，不带脚本", async () => {
    const { stepId } = await waiting();
    const page = await (await portal.browse({ script: false })).newPage();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${oa.origin}/todo/${stepId}`);
      const shown = page.frameLocator("iframe");
      const said = await shown.locator("main").textContent();
      for (const part of ["结论", "理由与风险提示", "比价", "（最低）", "审批过程"]) expect(said).toContain(part);
      expect(await shown.locator(".em-mark").textContent()).toContain("chen.guodong");
    }
  });
});

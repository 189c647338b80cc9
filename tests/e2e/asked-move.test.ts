import { expect, test } from "vitest";
import { ORDERS, releasedOrder } from "./support/orders";
import { PASSWORD, startPortal } from "./support/portal";

const portal = startPortal();

/** A browser without script: it keeps cookies, follows what it is sent to, and counts each delay of the line. */
function visitor() {
  const cookies = new Map<string, string>();
  let delays = 0;
  async function ask(address: string, form?: URLSearchParams): Promise<{ address: string; html: string }> {
    delays += 1;
    const answer = await fetch(new URL(address, portal.url), {
      redirect: "manual",
      headers: { Cookie: [...cookies].map((pair) => pair.join("=")).join("; "), Origin: portal.url },
      ...(form ? { method: "POST", body: form } : {}),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = cookie.split(";")[0]?.split("=") ?? [];
      cookies.set(name, value);
    }
    const to = answer.headers.get("Location");
    return to === null ? { address, html: await answer.text() } : ask(to);
  }
  return { ask, delays: () => delays };
}

/** The page's own form, with what is typed into it. */
function formOf(html: string, typed: Readonly<Record<string, string>>) {
  const [, action = ""] = /<form[^>]*method="post"[^>]*action="([^"]*)"/.exec(html) ?? [];
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const form = new URLSearchParams(hidden.map(([, name = "", value = ""]) => [name, value]));
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return { action: action.replaceAll("&amp;", "&"), form };
}

test("从邮件的链接到确认的订单，没有登录、没有脚本，最多六个往返", async () => {
  const { id } = await releasedOrder(portal);
  const { ask, delays } = visitor();
  const login = await ask(`/web/${ORDERS}/${id}/confirm?asked=1`);
  const typed = formOf(login.html, { username: "supplier1", password: PASSWORD });
  const asked = await ask(typed.action, typed.form);
  expect(asked.address).toContain(`/${id}/confirm?asked=1`);
  const start = asked.html.slice(asked.html.indexOf('class="fm tr"') - 6);
  const confirming = formOf(start, {});
  const done = await ask(confirming.action, confirming.form);
  expect(done.html).toContain("执行中");
  expect(delays()).toBe(6);
});

import { Hono } from "hono";
import { expect, test } from "vitest";
import type { HostEnv } from "~/host/identify.server";
import { sameOrigin } from "~/host/origin.server";

const app = new Hono<HostEnv>();
app.use(sameOrigin({ publicUrl: "https://portal.example", trustProxy: false }));
app.post("*", (c) => c.text("done"));

async function reaches(path: string, headers: Record<string, string>): Promise<boolean> {
  const response = await app.request(`http://portal.example${path}`, {
    method: "POST",
    headers: { Host: "portal.example", ...headers },
  });
  return response.ok && (await response.text()) === "done";
}

test("别的网站借访客的浏览器改不了东西", async () => {
  const path = "/v2/purchase-orders/purchase-order";
  const Cookie = "Access-Token=x";
  expect(await reaches(path, { Cookie, Origin: "https://portal.example", "Sec-Fetch-Site": "same-origin" })).toBe(true);
  expect(await reaches(path, { Cookie, Origin: "https://evil.example" })).toBe(false);
  expect(await reaches(path, { Cookie, Origin: "null" })).toBe(false);
  expect(await reaches(path, { Cookie, "Sec-Fetch-Site": "cross-site" })).toBe(false);
  // Another name of the same site is another program.
  expect(await reaches(path, { Cookie, Origin: "https://portal.example", "Sec-Fetch-Site": "same-site" })).toBe(false);
});

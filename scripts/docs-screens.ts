// Takes the pictures of the main states from the demo, into docs/screens with docs/screens.md beside it:
//   npm run build && npm run docs:screens
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "playwright-core";
import { launchBrowser } from "../tests/e2e/support/browser";
import { Rest } from "../tests/e2e/support/rest";
import { startServer } from "../tests/e2e/support/server";

const PASSWORD = "Demo@2026";
const ORDERS = "/purchase-orders/purchase-order";
const QUALITY = 60;
const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const FORMATS = ["wide-light", "phone-light", "wide-dark", "phone-dark"] as const;
type Format = (typeof FORMATS)[number];

interface Scene {
  name: string;
  title: string;
  /** Nobody: the person is not signed in. */
  account?: string;
  formats: readonly Format[];
  go(page: Page, account: string): Promise<void>;
}

const LIGHT: readonly Format[] = ["wide-light", "phone-light"];
const WIDE: readonly Format[] = ["wide-light", "wide-dark"];

const SCENES: readonly Scene[] = [
  { name: "sign-in", title: "登录", formats: FORMATS, go: (page) => open(page, "/user/login") },
  {
    name: "captcha",
    title: "第三次密码错误之后",
    formats: LIGHT,
    async go(page) {
      await open(page, "/user/login");
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const once = await page.locator("[name=_once]").inputValue();
        await page.locator("[name=username]").fill(`somebody${page.viewportSize()?.width}`);
        await page.locator("[name=password]").fill("Wrong@1");
        await page.getByRole("button", { name: "登录" }).click();
        await page.locator(`form:not(:has([name=_once][value="${once}"])) [name=password]`).waitFor();
      }
    },
  },
  {
    name: "home",
    title: "首页（采购员）",
    account: "buyer1",
    formats: FORMATS,
    go: (page) => open(page, "/qiaqia/home"),
  },
  {
    name: "home-supplier",
    title: "首页（供应商）",
    account: "supplier1",
    formats: LIGHT,
    go: (page) => open(page, "/qiaqia/home"),
  },
  { name: "list", title: "列表", account: "buyer1", formats: FORMATS, go: (page) => open(page, ORDERS) },
  {
    name: "record",
    title: "单据",
    account: "buyer1",
    formats: FORMATS,
    async go(page) {
      await open(page, `${ORDERS}?state=released`);
      const href = await page.locator("main tbody a").first().getAttribute("href");
      await page.goto(href ?? "");
      await page.locator("h1 .bd").waitFor();
    },
  },
  { name: "form", title: "表单", account: "buyer1", formats: FORMATS, go: (page) => open(page, `${ORDERS}/new`) },
  {
    name: "form-refused",
    title: "填错的表单",
    account: "buyer1",
    formats: LIGHT,
    async go(page) {
      await open(page, `${ORDERS}/new`);
      await page.locator("main").getByRole("button", { name: "保存", exact: true }).click();
      await page.locator("[aria-invalid=true]").first().waitFor();
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
  {
    name: "password",
    title: "修改密码（对话框）",
    account: "buyer1",
    formats: ["wide-light", "wide-dark", "phone-light"],
    async go(page) {
      await open(page, ORDERS);
      await page.locator(".sh-user summary").click();
      await page.locator(".sh-pop").getByRole("link", { name: "修改密码", exact: true }).click();
      await page.locator("dialog form").waitFor();
    },
  },
  {
    name: "tabs",
    title: "标签菜单",
    account: "buyer1",
    formats: LIGHT,
    async go(page) {
      for (const address of [`${ORDERS}/new`, "/account/inbox", ORDERS]) await open(page, address);
      const own = page.getByRole("navigation", { name: "打开的页面" }).locator("li:has([aria-current])");
      await own.scrollIntoViewIfNeeded();
      await own.hover();
      await own.locator("summary").click();
    },
  },
  {
    name: "bell",
    title: "消息中心",
    account: "buyer1",
    formats: LIGHT,
    async go(page) {
      await open(page, ORDERS);
      await page.locator(".sh-bell summary").click();
      await page.locator(".sh-bell .bl-tabs button").first().waitFor();
    },
  },
  {
    name: "look",
    title: "个性化设置",
    account: "buyer1",
    formats: FORMATS,
    go: (page) => open(page, "/account/custom"),
  },
  {
    name: "security",
    title: "账号设置：安全",
    account: "buyer1",
    formats: LIGHT,
    go: (page) => open(page, "/account/settings-security"),
  },
  {
    name: "not-allowed",
    title: "没有权限",
    account: "buyer1",
    formats: LIGHT,
    go: (page) => open(page, "/master-data/company/new"),
  },
  { name: "not-found", title: "页面不存在", formats: WIDE, go: (page) => open(page, "/404?from=%2Fno%2Fsuch%2Fplace") },
];

async function open(page: Page, address: string): Promise<void> {
  await page.goto(`/web${address}`);
  await page.waitForLoadState("load");
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    const isScripted = document.querySelector("script") !== null;
    return main !== null && (!isScripted || Object.keys(main).some((key) => key.startsWith("__reactFiber")));
  });
}

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = path.join(root, "docs/screens");
const tokens = new Map<string, string>();
const dataDir = await mkdtemp(path.join(tmpdir(), "supplier-portal-screens-"));
const server = await startServer(dataDir);
const browser = await launchBrowser();
try {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const account of ["buyer1", "supplier1"])
    tokens.set(account, (await Rest.signIn(server.url, account, PASSWORD)).token);
  for (const format of FORMATS) {
    const [size, theme] = format.split("-") as ["wide" | "phone", "light" | "dark"];
    for (const token of tokens.values())
      await new Rest(server.url, token).call("POST", "/v2/user/preference", { navTheme: theme });
    for (const scene of SCENES) {
      if (!scene.formats.includes(format)) continue;
      const context = await browser.newContext({
        baseURL: server.url,
        locale: "zh-CN",
        timezoneId: "Asia/Shanghai",
        viewport: SIZES[size],
      });
      const page = await context.newPage();
      await enter(context, page, scene.account, theme);
      await scene.go(page, scene.account ?? "");
      await writeFile(path.join(folder, `${scene.name}-${format}.webp`), await picture(context, page));
      await context.close();
      console.log(`Taken: ${scene.name} ${format}`);
    }
  }
} finally {
  await browser.close();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
await writeFile(path.join(root, "docs/screens.md"), contents());

/** Puts a session into the browser; for a dark page nobody is signed in on, one that has been left again. */
async function enter(context: BrowserContext, page: Page, account: string | undefined, theme: string): Promise<void> {
  if (!account && theme === "light") return;
  const value = tokens.get(account ?? "buyer1") ?? "";
  await context.addCookies([{ name: "Access-Token", value, url: server.url, httpOnly: true, sameSite: "Lax" }]);
  if (account) return;
  await open(page, "/qiaqia/home");
  await context.clearCookies({ name: "Access-Token" });
}

async function picture(context: BrowserContext, page: Page): Promise<Buffer> {
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY });
  return Buffer.from(data, "base64");
}

function contents(): string {
  const parts = SCENES.map(({ name, title, formats }) => {
    const pictures = formats.map((format) => `![${title}，${format}](screens/${name}-${format}.webp)`);
    return `## ${title}\n\n${pictures.join("\n")}\n`;
  });
  return `# Screens

The main states, wide (1440 px) and on a phone (390 px), light and dark, as the demo shows them. \`npm run docs:screens\` takes them
anew.

${parts.join("\n")}`;
}

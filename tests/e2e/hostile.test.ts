import type { Element } from "domhandler";
import { describe, expect, test } from "vitest";
import { registry } from "~/modules/registry.server";
import { laidOut } from "../support/cover";
import { isFull } from "../support/length";
import { startPortal } from "./support/portal";
import { entriesOf } from "./support/reader/form";
import { pageOf, select } from "./support/reader/tree";

const portal = startPortal();

/** Of these the first who may open a screen tries it. */
const PEOPLE = ["buyer1", "manager1", "qa1", "useradmin1", "admin", "finance1", "supplier1"];
/** What comes in an address; an address within an address is written twice. */
const IN_ADDRESS = ["%00", "a%00b", "%ff", "%ED%A0%80", "1e21", "-1", "%2500", "state%3D%2500%26page%3D1e21"];
const IN_FORMS = ["a\0b", "1e21", "9".repeat(40), "\ufffd"];
const PARAMETERS = [
  "q",
  "state",
  "number",
  "page",
  "size",
  "sort",
  "view",
  "back",
  "from",
  "draft",
  "copy",
  "set",
  "format",
];

const screens = registry.registrations
  .filter(({ entity }) => laidOut.has(entity.key))
  .flatMap(({ entity }) => registry.screensOf(entity.key));

interface Visit {
  address: string;
  status: number;
  html: string;
}

const cookieOf = async (account: string) => `Access-Token=${(await portal.rest(account)).token}`;

async function ask(address: string, cookie: string, init: RequestInit = {}): Promise<Visit> {
  const url = new URL(address, `${portal.url}/web/`);
  const headers = { Accept: "text/html", Cookie: cookie, Origin: portal.url, ...init.headers };
  const answer = await fetch(url, { redirect: "manual", ...init, headers });
  return { address: url.href.slice(portal.url.length), status: answer.status, html: await answer.text() };
}

const isTyped = (control: Element) =>
  control.name === "textarea" ||
  (control.name === "input" && !/^(hidden|checkbox|radio|file|submit)$/.test(control.attribs.type ?? "text"));

/** Sends each form of a page with that text in everything people type. */
async function sendForms({ address, html }: Visit, cookie: string, text: string): Promise<Visit[]> {
  const page = pageOf(html);
  const answers: Visit[] = [];
  for (const form of select(page, "main form")) {
    if (form.attribs.method?.toLowerCase() !== "post") continue;
    const typed = new Set(
      select(form, "input, textarea")
        .filter(isTyped)
        .map((one) => one.attribs.name),
    );
    if (typed.size === 0) continue;
    const entries = entriesOf(form, undefined, page).map(([name, value]): [string, string] => [
      name,
      typed.has(name) ? text : typeof value === "string" ? value : "",
    ]);
    const at = form.attribs.action ?? address;
    answers.push(await ask(at, cookie, { method: "POST", body: new URLSearchParams(entries) }));
  }
  return answers;
}

const brokenOf = (visits: readonly Visit[]) =>
  visits.flatMap(({ address, status }) => (status >= 500 ? [`${status} ${address}`] : []));

describe("不登录就能打开的地址", () => {
  const pages = [
    "user/login?redirect=",
    "user/login?account=",
    "user/register?preq=",
    "user/register?code=",
    "user/register-result?ticket=",
    "user/recover?ticket=",
    "registerSupplier/registerUI?number=",
    "registerSupplier/registerUI?ticket=",
    "registerSupplier/notices?page=",
    "registerSupplier/notices/",
    "account/avatar/",
    "approvalOa/approvalInfo?ticket=",
    "paymentOa/paymentInfo?ticket=",
    "singleLogin/pzycDetailOa?ticket=",
  ];

  test.each(pages)("/web/%s 什么都不会让它出错", async (page) => {
    const visits: Visit[] = [];
    for (const hostile of IN_ADDRESS) visits.push(await ask(page + hostile, ""));
    expect(brokenOf(visits)).toEqual([]);
    expect(visits[0]?.status).toBe(400);
  });

  test.each(["user/login", "user/register", "user/recover", "registerSupplier/registerUI"])(
    "/web/%s 填什么都不会出错",
    async (page) => {
      const shown = await ask(page, "");
      const visits: Visit[] = [];
      for (const text of IN_FORMS) visits.push(...(await sendForms(shown, "", text)));
      expect(visits.length).toBeGreaterThan(0);
      expect(brokenOf(visits)).toEqual([]);
    },
  );
});

/**
 * Usually one hostile value comes to each place of a page and one to each of its forms, another from place to place and from page to page;
 * all of them in walks at full length.
 */
const comes = (value: number, place: number) => isFull || (value + place) % IN_ADDRESS.length === 0;

describe("登录后的页面", () => {
  test.each(screens.map((screen, at) => [`${screen.area}/${screen.key}`, at] as const))("%s", async (path, at) => {
    let cookie = "";
    for (const account of PEOPLE) {
      cookie = await cookieOf(account);
      if ((await ask(path, cookie)).status === 200) break;
    }
    const list = await ask(path, cookie);
    const first = new RegExp(`/web/${path}/([0-9a-f-]{36})`).exec(list.html)?.[1];
    const visits: Visit[] = [];
    for (const [value, hostile] of IN_ADDRESS.entries()) {
      const places = [
        ...PARAMETERS.map((name) => `${path}?${name}=${hostile}`),
        ...["state", "number", "q"].map((name) => `${path}/export?format=csv&${name}=${hostile}`),
        `${path}/${hostile}`,
        `${path}/${hostile}/edit`,
        `${path}/${first ?? hostile}?from=${hostile}`,
      ];
      for (const [place, address] of places.entries())
        if (comes(value, at + place)) visits.push(await ask(address, cookie));
    }
    const record = first ? await ask(`${path}/${first}`, cookie) : null;
    const links = record ? [...record.html.matchAll(/href="([^"#?]*)/g)].map(([, href = ""]) => href) : [];
    const pages = [`/web/${path}/new`, ...(record ? [`/web/${path}/${first}`] : []), ...links].filter(
      (href) =>
        href.startsWith(`/web/${path}/new`) || (first !== undefined && href.startsWith(`/web/${path}/${first}`)),
    );
    for (const [place, page] of [...new Set(pages)].entries()) {
      if (page.endsWith("/export")) continue;
      const shown = await ask(page, cookie);
      visits.push(shown);
      if (shown.status !== 200) continue;
      const texts = IN_FORMS.filter((_text, value) => isFull || (value + at + place) % IN_FORMS.length === 0);
      for (const text of texts) visits.push(...(await sendForms(shown, cookie, text)));
    }
    expect(brokenOf(visits)).toEqual([]);
  });
});

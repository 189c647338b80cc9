// Opens an exported list of users with another program, LibreOffice, and says what stands in its cells:
//   npm run check:spreadsheet -- http://127.0.0.1:3000 admin PASSWORD
// The portal gets an account whose name looks like a formula; the name must come out as text, Chinese titles whole.
// SOFFICE names the program where it is not called `soffice` (Debian: apt-get install libreoffice-calc-nogui).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const [origin, account, password] = process.argv.slice(2);
assert.ok(origin && account && password, "npm run check:spreadsheet -- ORIGIN ACCOUNT PASSWORD");
/** Comma, quotes, UTF-8, from the first row, every cell as it is shown, formulas as their text. */
const AS_CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false";
const FORMULAS = ["=1+1", "+1+1", "-1+1", "@SUM(1)", '=HYPERLINK("http://x","y")'];
const TITLES = ["用户账号", "姓名", "状态，含“引号”和逗号"];

async function ask(token, method, address, form) {
  const response = await fetch(origin + address, {
    method,
    headers: token ? { Authorization: token } : {},
    body: form ? new URLSearchParams(form) : undefined,
  });
  assert.ok(response.ok, `${method} ${address}: ${response.status} ${response.ok ? "" : await response.text()}`);
  return response;
}

const login = await (await ask("", "POST", "/v1/login", { username: account, password, language: "" })).json();
const { token } = login.result;
const mark = `sheet.${Date.now().toString(36)}`;
for (const [at, username] of FORMULAS.entries()) {
  const userFormJson = JSON.stringify({ accountname: `${mark}${at}`, username, phone: "13800138000" });
  const made = await (await ask(token, "POST", "/v1/user/addEntity.do", { userFormJson })).json();
  assert.equal(made.code, 200, made.message);
}
const query = new URLSearchParams({
  excel_titles: TITLES.map((title) => title.replaceAll(",", "，")).join(","),
  excel_fileds: "accountname,username,status",
  "userFormMap.accountname": mark,
});
const answer = await ask(token, "GET", `/v1/user/exportUserExcel?${query}`);
console.log(answer.headers.get("Content-Disposition"));

const folder = mkdtempSync(path.join(tmpdir(), "spreadsheet-"));
try {
  writeFileSync(path.join(folder, "users.xlsx"), Buffer.from(await answer.arrayBuffer()));
  execFileSync(
    process.env.SOFFICE ?? "soffice",
    [
      `-env:UserInstallation=file://${folder}/profile`,
      "--headless",
      "--convert-to",
      AS_CSV,
      "--outdir",
      folder,
      "users.xlsx",
    ],
    { cwd: folder, stdio: ["ignore", "ignore", "inherit"] },
  );
  const text = readFileSync(path.join(folder, "users.csv"), "utf8").replace(/^\ufeff/, "");
  console.log(text);
  const [head = "", ...rows] = text.trimEnd().split("\n");
  for (const title of TITLES) assert.ok(head.includes(title.replaceAll("“", "“")), `the title ${title} is missing`);
  assert.equal(rows.length, FORMULAS.length);
  // Worked out, the first three would be numbers and the others an error or a link's text.
  for (const formula of FORMULAS) {
    const plain = formula.replaceAll('"', '""');
    assert.ok(
      rows.some((row) => row.includes(plain)),
      `${formula} is no text`,
    );
  }
  console.log("titles whole, formula-like names are text");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

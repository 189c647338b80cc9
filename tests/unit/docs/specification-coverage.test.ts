import { describe, expect, test } from "vitest";
import { documentText, isDeclared, type NamedTest, namedTests } from "../../support/named-tests";

const DOCUMENT = documentText("docs/specification-coverage.md");

/** How many sentences each section has in the table: of section 1 every bullet, of section 7 every call as well. */
const SENTENCES: Readonly<Record<number, number>> = { 1: 19, 2: 42, 3: 14, 4: 9, 5: 12, 6: 8, 7: 41, 8: 14, 9: 14 };
/** Parts of the product that are not built yet; a row may wait for one of these and for nothing else. */
const OPEN: readonly string[] = ["contracts", "dashboards", "finance", "performance", "quality", "tenders"];

interface Row {
  id: string;
  sentence: string;
  /** Named tests, and what the row still waits for. */
  tests: NamedTest[];
  open: string[];
}

const rows: Row[] = [...DOCUMENT.matchAll(/^\| (\d\.\d+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, id = "", sentence = "", held = ""]) => ({
    id,
    sentence,
    tests: namedTests(held),
    open: [...held.matchAll(/open: ([a-z -]+)/g)].map(([, area = ""]) => area.trim()),
  }),
);

describe("规格说明逐句对照", () => {
  test("每一句都有一行，编号连续，没有多余的行", () => {
    const wanted = Object.entries(SENTENCES).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
    );
    expect(rows.map(({ id }) => id)).toEqual(wanted);
    expect(DOCUMENT.match(/^\| \d/gm)).toHaveLength(wanted.length);
  });

  test("每一行写明测试，或写明在等哪一部分", () => {
    expect(rows.filter(({ tests, open }) => tests.length + open.length === 0)).toEqual([]);
    expect(
      rows.flatMap(({ id, open }) => open.filter((area) => !OPEN.includes(area)).map((area) => [id, area])),
    ).toEqual([]);
  });

  test("写到的文件里有写到的测试", () => {
    const missing = rows.flatMap(({ id, tests }) =>
      tests.filter((one) => !isDeclared(one)).map(({ file, name }) => `${id}: ${file} 「${name}」`),
    );
    expect(missing).toEqual([]);
  });

  test("没有写完的部分逐一列出，列出的部分确实还有没写完的", () => {
    const waiting = new Set(rows.flatMap(({ open }) => open));
    expect([...waiting].sort()).toEqual([...OPEN].sort());
  });
});

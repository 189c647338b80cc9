import { describe, expect, test, vi } from "vitest";
import { registry } from "~/modules/registry.server";
import { PAGE_TESTS, touchedBy } from "../../../scripts/testing/changed.mjs";
import { planOf } from "../../../scripts/testing/plan.mjs";
import { canRunOn, ENGINES, runsOn, testFiles } from "../../../scripts/testing/test-files.mjs";

const integration = testFiles("integration");
const named = (kind: string, names: string) => names.split(" ").map((name) => `tests/${kind}/${name}.test.ts`);

describe("哪个测试在哪个数据库上执行", () => {
  test("每个文件至少在一种数据库上执行，且那种数据库做得到", () => {
    const engines = (file: string) => ENGINES.filter((engine) => runsOn(file, engine));
    expect(integration.filter((file) => engines(file).length === 0)).toEqual([]);
    expect(integration.filter((file) => engines(file).some((engine) => !canRunOn(file, engine)))).toEqual([]);
  });

  test("业务模块、单据引擎、接口和通用测试只用服务器，存储、挑选、查找和墙两种都用", () => {
    const both = (name: string) => ENGINES.map((engine) => runsOn(`tests/integration/${name}.test.ts`, engine));
    const once = [
      "modules/master-data/material",
      "records/comments",
      "session/recovery",
      "rest/matrix",
      "conformance/behaviour/access",
    ];
    expect(once.map(both)).toEqual(Array(5).fill([false, true]));
    expect(["storage/database", "lists/through", "search/search", "security/wall"].map(both)).toEqual(
      Array(4).fill([true, true]),
    );
    expect(both("storage/embedded/recovery")).toEqual([true, false]);
    expect(both("jobs/server/processes")).toEqual([false, true]);
  });

  test("exhaustive 把每个文件在做得到的每种数据库上都执行", () => {
    const { integration: planned } = planOf(["exhaustive"], { changed: () => [] }) ?? { integration: {} };
    const able = (engine: (typeof ENGINES)[number]) => integration.filter((file) => canRunOn(file, engine));
    expect(planned).toEqual({ embedded: able("embedded"), server: able("server") });
  });

  test("模块的测试放在模块的文件夹里", () => {
    const modules = new Set(registry.registrations.map(({ entity }) => entity.key.split("/")[0]));
    const folders = integration.flatMap((file) => /integration\/(?:modules|queries)\/([^/]+)\//.exec(file)?.[1] ?? []);
    expect([...new Set(folders)].filter((folder) => !modules.has(folder))).toEqual([]);
  });
});

describe("改动涉及哪些测试", () => {
  test("一个对象连同它的迁移和样例：本模块、知道每一屏的、通用测试；不开浏览器", () => {
    const touched = touchedBy([
      "app/data/migrations/20260101-warehouse.ts",
      "app/data/schema/schema.json",
      "app/modules/master-data/warehouse/warehouse.entity.ts",
      "app/modules/registry.server.ts",
      "docs/rest-matrix/master-data.md",
      "tests/support/samples.ts",
    ]);
    expect(touched).toMatchObject({ everything: false, entities: ["master-data/warehouse"], e2e: [] });
    const generic = integration.filter((file) => file.startsWith("tests/integration/conformance/"));
    const own = integration.filter((file) => /\/(modules|queries)\/master-data\//.test(file));
    const around = named(
      "integration",
      "modules/area-menus modules/home-blocks modules/warnings storage/migrate storage/start",
    );
    expect(touched.integration).toEqual(expect.arrayContaining([...generic, ...own, ...around]));
    const others = touched.integration.filter((file) => /\/(modules|queries)\/(?!master-data)[^/]+\//.test(file));
    expect(others).toEqual([]);
    expect(touched.integration).not.toContain("tests/integration/session/recovery.test.ts");
  });

  test("引擎、存储：全部集成测试；页面：那一处的浏览器测试，不认识的全部", () => {
    expect(touchedBy(["app/engine/operations/save.server.ts"])).toMatchObject({ integration, e2e: [], entities: [] });
    expect(touchedBy(["app/ui/role/MatrixTable.tsx"]).e2e).toEqual(named("e2e", "accessibility roles users"));
    expect(touchedBy(["app/ui/theme/colours.css"]).e2e).toEqual(testFiles("e2e"));
  });

  test("测试文件只涉及自己；测试用的工具涉及用它的", () => {
    expect(touchedBy(["tests/integration/lists/views.test.ts"]).integration).toEqual(
      named("integration", "lists/views"),
    );
    expect(touchedBy(["tests/integration/storage/backups.ts"]).integration).toContain(
      "tests/integration/storage/backup.test.ts",
    );
    expect(touchedBy(["tests/support/mail-child.ts"]).integration).toEqual(
      named("integration", "notify/channels notify/mail"),
    );
    expect(touchedBy(["tests/support/world.ts"]).integration).toContain("tests/integration/lists/views.test.ts");
  });

  test("没有人想到的路径、只改样例、不知道改了什么：全部", () => {
    for (const files of [["package.json"], ["app/somewhere-new/file.ts"], ["tests/support/company.ts"], undefined]) {
      expect(touchedBy(files)).toMatchObject({ everything: true, integration, e2e: testFiles("e2e") });
    }
    expect(touchedBy(["README.md"])).toMatchObject({ everything: false, integration: [], e2e: [] });
  });

  test("表里写的浏览器测试都在", () => {
    const files = testFiles("e2e");
    expect(PAGE_TESTS.filter((name) => !files.includes(`tests/e2e/${name}.test.ts`))).toEqual([]);
  });
});

describe("一次执行包括什么", () => {
  const changed = () => ["app/modules/master-data/warehouse/warehouse.entity.ts"];

  test("npm test 是全部，涉及的对象加入通用测试；exhaustive 走到底", () => {
    const whole = planOf([], { changed });
    expect(whole).toMatchObject({ types: true, build: true, unit: testFiles("unit"), e2e: testFiles("e2e") });
    expect(whole?.env).toEqual({ TEST_SCOPE: "cover", TEST_TOUCHED: "master-data/warehouse", TEST_WALKS: "usual" });
    expect(new Set(Object.values(whole?.integration ?? {}).flat())).toEqual(new Set(integration));
    expect(planOf(["exhaustive"], { changed })?.env).toMatchObject({ TEST_SCOPE: "all", TEST_WALKS: "full" });
  });

  test("只改了样例、任务或消息文字的对象，npm test 不加入通用测试，changed 加入", () => {
    const beside = () =>
      ["seed", "scenarios", "jobs.server"].map((part) => `app/modules/a/${part.slice(0, 4)}/x.${part}.ts`);
    expect(planOf([], { changed: beside })?.env.TEST_TOUCHED).toBe("");
    expect(planOf(["changed"], { changed: beside })?.env.TEST_TOUCHED).toBe("a/jobs,a/scen,a/seed");
  });

  test("changed 只是涉及的；不知道改了什么时是全部", () => {
    const narrow = planOf(["changed"], { changed });
    expect(narrow).toMatchObject({ types: true, build: false, e2e: [] });
    expect(narrow?.env.TEST_SCOPE).toBe("touched");
    const unknown = planOf(["changed"], { changed: () => undefined });
    expect(unknown).toMatchObject({
      build: true,
      e2e: testFiles("e2e"),
      env: { TEST_SCOPE: "cover", TEST_TOUCHED: "" },
    });
  });

  test("按种类和文件名：只有一种数据库做的就在那一种上；指定了数据库的按指定的", () => {
    const file = "tests/integration/modules/master-data/deliver-cycle.test.ts";
    // It runs among what a change touched as well, and then its surroundings say so.
    for (const name of ["TEST_SCOPE", "TEST_TOUCHED", "TEST_WALKS"]) vi.stubEnv(name, undefined);
    expect(planOf(["integration", "deliver-cycle", "-t", "周期"])).toMatchObject({
      integration: { embedded: [], server: [file] },
      flags: ["-t", "周期"],
      types: false,
    });
    vi.stubEnv("TEST_SCOPE", "touched");
    expect(planOf(["integration", "conformance"])?.flags).toEqual(["--passWithNoTests"]);
    vi.unstubAllEnvs();
    expect(planOf(["integration", "deliver-cycle"], { engine: "embedded" })?.integration).toEqual({ embedded: [file] });
    expect(planOf(["unit", "chinese-amount"])?.unit).toEqual(named("unit", "shared/chinese-amount"));
    expect(planOf(["everything"])).toBeUndefined();
    expect(planOf(["changed", "deliver-cycle"])).toBeUndefined();
  });
});

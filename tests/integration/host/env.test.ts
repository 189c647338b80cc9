import { describe, expect, test } from "vitest";
import { readEnv } from "~/env.server";

describe("环境变量", () => {
  test("不设置任何变量时使用默认值", () => {
    expect(readEnv({})).toEqual({
      nodeEnv: "production",
      port: 3000,
      host: "127.0.0.1",
      dataDir: "var/data",
      databaseUrl: undefined,
      databasePooler: false,
      publicUrl: undefined,
      trustProxy: false,
      compress: true,
      oaOrigins: [],
      logLevel: "info",
      demoData: false,
      requestTimeoutMs: 180_000,
      callsPerMinute: 300,
      slowQueryMs: 200,
      mailUrl: undefined,
      mailFrom: "供应商平台 <no-reply@localhost>",
      ssoSecrets: new Map(),
      metricsPort: undefined,
      metricsHost: "127.0.0.1",
      secure: false,
    });
  });

  test("空字符串等于未设置，未知变量被忽略", () => {
    expect(readEnv({ PORT: "", PUBLIC_URL: "", OA_ORIGINS: "", UNKNOWN: "x" })).toEqual(readEnv({}));
  });

  test("演示数据默认放在单独的目录，DATA_DIR 优先", () => {
    expect(readEnv({ DEMO_DATA: "1" }).dataDir).toBe("var/demo");
    expect(readEnv({ DEMO_DATA: "1", DATA_DIR: "/srv/x" }).dataDir).toBe("/srv/x");
  });

  test("PUBLIC_URL 为 https 时才算安全连接，末尾斜杠被去掉", () => {
    expect(readEnv({ PUBLIC_URL: "https://portal.example.com/" })).toMatchObject({
      publicUrl: "https://portal.example.com",
      secure: true,
    });
    expect(readEnv({ PUBLIC_URL: "http://portal.example.com" }).secure).toBe(false);
  });

  test("OA_ORIGINS 以逗号分隔", () => {
    expect(readEnv({ OA_ORIGINS: "https://oa.example.com, http://10.0.0.8:8080," }).oaOrigins).toEqual([
      "https://oa.example.com",
      "http://10.0.0.8:8080",
    ]);
  });

  test.each([
    ["NODE_ENV", "staging"],
    ["PORT", "70000"],
    ["PORT", "-1"],
    ["PORT", "abc"],
    ["HOST", "http://x"],
    ["PUBLIC_URL", "ftp://x"],
    ["PUBLIC_URL", "https://x.example/web"],
    ["PUBLIC_URL", "portal"],
    ["TRUST_PROXY", "yes"],
    ["COMPRESS", "true"],
    ["OA_ORIGINS", "https://oa.example.com/path"],
    ["OA_ORIGINS", "https://oa.example.com 'unsafe-inline'"],
    ["LOG_LEVEL", "verbose"],
    ["DEMO_DATA", "2"],
    ["REQUEST_TIMEOUT_MS", "0"],
    ["REQUEST_TIMEOUT_MS", "1.5"],
    ["REQUEST_TIMEOUT_MS", "9999999999"],
    ["SLOW_QUERY_MS", "0"],
    ["METRICS_PORT", "70000"],
    ["METRICS_PORT", "on"],
    ["METRICS_HOST", "a b"],
  ])("%s=%s 报错并说明变量名、错误的值和可接受的值", (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(
      new RegExp(`^环境变量 ${name} 的值「${value.replace(/[.*+?^$()|[\]\\]/g, "\\$&")}」不正确：只接受.+。$`),
    );
  });

  test("数据库地址出错时不显示其中的密码", () => {
    const read = () => readEnv({ DATABASE_URL: "mysql://root:geheim@db/x" });
    expect(read).toThrow(/^环境变量 DATABASE_URL 的值不正确：只接受 postgres/);
    expect(read).not.toThrow(/geheim/);
  });

  test("每个错误的变量各占一句", () => {
    expect(() => readEnv({ PORT: "x", COMPRESS: "x" })).toThrow(/PORT.+\n.*COMPRESS/);
  });
});

import { z } from "zod";

/** Settings of this process, read once from environment variables. Paths and addresses are as the operator wrote them. */
export interface Env {
  nodeEnv: "development" | "production" | "test";
  /** 0 lets the system pick a free port. */
  port: number;
  host: string;
  /** Folder of the embedded database and of backups; a relative one counts from the top folder of the project. */
  dataDir: string;
  databaseUrl: string | undefined;
  /** Key of what is sealed and of begun forms, 32 bytes in base64; undefined: a file in the data folder, made at the first start. */
  sealingKey: string | undefined;
  /** A pooler stands before the server and hands each transaction another connection. */
  databasePooler: boolean;
  /** Origin without a trailing slash, for absolute links and the same-origin check. */
  publicUrl: string | undefined;
  trustProxy: boolean;
  compress: boolean;
  /** Origins that may frame the ticket pages. */
  oaOrigins: readonly string[];
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  demoData: boolean;
  requestTimeoutMs: number;
  /** Requests one session may send in a minute; 0: as many as it likes. */
  callsPerMinute: number;
  /** Statements that take at least this long are logged. */
  slowQueryMs: number;
  /** Where figures for the operator are served; undefined: nowhere. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** Mail server for mails of the product; undefined: they wait. */
  mailUrl: string | undefined;
  mailFrom: string;
  /** Gateways that take messages to phones and to WeChat Work, and the secrets our calls to them are signed with. */
  smsGateway: Gateway | undefined;
  wecomGateway: Gateway | undefined;
  /** Where calls to the office-automation system and to the ERP go, without a slash at the end; undefined: not connected. */
  oaUrl: string | undefined;
  sapUrl: string | undefined;
  /** Folder in which calls to and from the ERP are files, instead of an address. */
  sapDropDir: string | undefined;
  /** Folder in which the personnel system leaves files of people. */
  mdmDropDir: string | undefined;
  riskDropDir: string | undefined;
  /** Secrets we share with other systems, by name of the system; empty: none may ask for sign-in tickets or send us anything. */
  ssoSecrets: ReadonlyMap<string, string>;
  /** Service for files that speaks S3, with key, secret, bucket and region; undefined: a folder under `dataDir`. */
  s3Url: string | undefined;
  /** Socket of the virus scanner; undefined: nobody scans. */
  clamdUrl: string | undefined;
  /** True exactly when people reach us over https: decides HSTS and the Secure flag of cookies. */
  secure: boolean;
}

/** A gateway for messages. */
export interface Gateway {
  /** Without a slash at the end. */
  url: string;
  secret: string;
}

const longestTimer = 2_147_483_647;

const flag = (fallback: "0" | "1") =>
  text(z.enum(["0", "1"], accepts("只接受 0 或 1")).default(fallback)).transform((value) => value === "1");

const hostName = (fallback: string) =>
  text(
    z
      .string()
      .regex(/^[\w.:-]+$/, "只接受主机名或 IP 地址，例如 127.0.0.1 或 0.0.0.0")
      .default(fallback),
  );

const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
const portSentence = "只接受 0 到 65535 的整数";

const milliseconds = (fallback: string) =>
  text(z.string().default(fallback))
    .refine((value) => /^[1-9]\d*$/.test(value) && Number(value) <= longestTimer, "只接受大于 0 的毫秒数")
    .transform(Number);

/** Where another system takes calls. */
function address() {
  return text(z.string().optional())
    .refine(
      (value) => value === undefined || (isUrl(value, ["http:", "https:"]) && !/[?#]/.test(value)),
      "只接受 http:// 或 https:// 开头、不带参数的地址，例如 https://oa.example.com/portal",
    )
    .transform((value) => value?.replace(/\/+$/, ""));
}

/** Apart from `SSO_SECRETS`: whoever delivers messages may not ask for anything. */
function gatewaySecret() {
  return text(z.string().optional()).refine(
    (value) => value === undefined || /^\S{32,}$/.test(value),
    "至少32个字符，不含空白",
  );
}

const schema = z.object({
  NODE_ENV: text(
    z
      .enum(["development", "production", "test"], accepts("只接受 development、production 或 test"))
      .default("production"),
  ),
  PORT: text(z.string().default("3000")).refine(isPort, portSentence).transform(Number),
  HOST: hostName("127.0.0.1"),
  DATA_DIR: text(z.string().optional()),
  DATABASE_URL: text(z.string().optional()).refine(
    (value) => value === undefined || isUrl(value, ["postgres:", "postgresql:"]),
    "只接受 postgres:// 开头的连接地址",
  ),
  SEALING_KEY: text(z.string().optional()).refine(
    (value) => value === undefined || /^[A-Za-z0-9+/]{43}=$/.test(value),
    "只接受 32 字节的 base64 文本，例如由 openssl rand -base64 32 生成",
  ),
  DATABASE_POOLER: flag("0"),
  PUBLIC_URL: text(z.string().optional())
    .refine(
      (value) => value === undefined || isOrigin(value.replace(/\/$/, "")),
      "只接受不带路径的 http:// 或 https:// 地址，例如 https://portal.example.com",
    )
    .transform((value) => value?.replace(/\/$/, "")),
  TRUST_PROXY: flag("0"),
  COMPRESS: flag("1"),
  OA_ORIGINS: text(z.string().default(""))
    .transform((value) => value.split(",").flatMap((part) => part.trim() || []))
    .refine(
      (origins) => origins.every(isOrigin),
      "只接受以逗号分隔的来源，每个形如 https://oa.example.com，不带路径和末尾斜杠",
    ),
  LOG_LEVEL: text(
    z
      .enum(
        ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
        accepts("只接受 fatal、error、warn、info、debug、trace 或 silent"),
      )
      .default("info"),
  ),
  DEMO_DATA: flag("0"),
  REQUEST_TIMEOUT_MS: milliseconds("180000"),
  CALLS_PER_MINUTE: text(z.string().default("300"))
    .refine((value) => /^\d{1,6}$/.test(value), "只接受 0 到 999999 的整数，0 表示不限")
    .transform(Number),
  SLOW_QUERY_MS: milliseconds("200"),
  METRICS_PORT: text(z.string().optional())
    .refine((value) => value === undefined || isPort(value), portSentence)
    .transform((value) => (value === undefined ? undefined : Number(value))),
  METRICS_HOST: hostName("127.0.0.1"),
  MAIL_URL: text(z.string().optional()).refine(
    (value) => value === undefined || isUrl(value, ["smtp:", "smtps:"]),
    "只接受 smtp:// 或 smtps:// 开头的邮件服务器地址",
  ),
  MAIL_FROM: text(z.string().default("供应商平台 <no-reply@localhost>")).refine(
    (value) => /^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(value),
    "只接受发件人地址，例如 供应商平台 <portal@example.com>",
  ),
  S3_URL: text(z.string().optional()).refine(
    (value) => value === undefined || isS3Url(value),
    "只接受 https://访问密钥:私有密钥@主机/存储桶?region=区域 形式的地址",
  ),
  CLAMD_URL: text(z.string().optional()).refine(
    (value) => value === undefined || isUrl(value, ["tcp:", "unix:"]),
    "只接受 tcp://主机:端口 或 unix:/套接字路径",
  ),
  SMS_GATEWAY_URL: address(),
  SMS_GATEWAY_SECRET: gatewaySecret(),
  WECOM_GATEWAY_URL: address(),
  WECOM_GATEWAY_SECRET: gatewaySecret(),
  OA_URL: address(),
  SAP_URL: address(),
  SAP_DROP_DIR: text(z.string().optional()),
  MDM_DROP_DIR: text(z.string().optional()),
  RISK_DROP_DIR: text(z.string().optional()),
  SSO_SECRETS: text(z.string().default(""))
    .transform((value) => value.split(",").flatMap((part) => part.trim() || []))
    .refine(
      (parts) => parts.every((part) => /^[a-z0-9-]{1,30}=\S{32,}$/.test(part)),
      "只接受以逗号分隔的 系统名=密钥，系统名为小写字母、数字或短横，密钥至少32个字符",
    )
    .transform((parts) => new Map(parts.map((part) => [part.split("=")[0] ?? "", part.slice(part.indexOf("=") + 1)]))),
});

/**
 * Reads and checks every setting; variables we do not know are ignored and an empty value counts as not set.
 * @throws Error whose message holds one Chinese sentence per wrong variable
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const parsed = schema.safeParse(source);
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => complaint(issue, source)).join("\n"));
  const values = parsed.data;
  const unfit = connectionComplaint(values);
  if (unfit) throw new Error(unfit);
  return {
    nodeEnv: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR ?? (values.DEMO_DATA ? "var/demo" : "var/data"),
    databaseUrl: values.DATABASE_URL,
    sealingKey: values.SEALING_KEY,
    databasePooler: values.DATABASE_POOLER,
    publicUrl: values.PUBLIC_URL,
    trustProxy: values.TRUST_PROXY,
    compress: values.COMPRESS,
    oaOrigins: values.OA_ORIGINS,
    logLevel: values.LOG_LEVEL,
    demoData: values.DEMO_DATA,
    requestTimeoutMs: values.REQUEST_TIMEOUT_MS,
    callsPerMinute: values.CALLS_PER_MINUTE,
    slowQueryMs: values.SLOW_QUERY_MS,
    metricsPort: values.METRICS_PORT,
    metricsHost: values.METRICS_HOST,
    mailUrl: values.MAIL_URL,
    mailFrom: values.MAIL_FROM,
    smsGateway: gatewayOf(values.SMS_GATEWAY_URL, values.SMS_GATEWAY_SECRET),
    wecomGateway: gatewayOf(values.WECOM_GATEWAY_URL, values.WECOM_GATEWAY_SECRET),
    oaUrl: values.OA_URL,
    sapUrl: values.SAP_URL,
    sapDropDir: values.SAP_DROP_DIR,
    mdmDropDir: values.MDM_DROP_DIR,
    riskDropDir: values.RISK_DROP_DIR,
    ssoSecrets: values.SSO_SECRETS,
    s3Url: values.S3_URL,
    clamdUrl: values.CLAMD_URL,
    secure: values.PUBLIC_URL?.startsWith("https:") ?? false,
  };
}

function gatewayOf(url: string | undefined, secret: string | undefined): Gateway | undefined {
  return url && secret ? { url, secret } : undefined;
}

/** Calls are signed: an address without a secret reaches nobody. And one system has one way. */
function connectionComplaint(values: z.infer<typeof schema>): string | null {
  const { SSO_SECRETS: secrets } = values;
  if (values.OA_URL && !secrets.has("oa")) return "设置了环境变量 OA_URL，SSO_SECRETS 中却没有 oa=密钥。";
  if (values.SAP_URL && !secrets.has("sap")) return "设置了环境变量 SAP_URL，SSO_SECRETS 中却没有 sap=密钥。";
  for (const name of ["SMS_GATEWAY", "WECOM_GATEWAY"] as const)
    if (Boolean(values[`${name}_URL`]) !== Boolean(values[`${name}_SECRET`]))
      return `环境变量 ${name}_URL 和 ${name}_SECRET 须同时设置。`;
  return values.SAP_URL && values.SAP_DROP_DIR ? "环境变量 SAP_URL 和 SAP_DROP_DIR 只能设置一个。" : null;
}

/**
 * The origin people reach us by, for addresses that leave the product: the setting, or else what the request says.
 * @example "https://portal.example.com"
 */
export function publicOrigin(env: Pick<Env, "publicUrl" | "trustProxy">, request: Request): string {
  if (env.publicUrl) return env.publicUrl;
  const { headers } = request;
  const { protocol, host } = new URL(request.url);
  const forwarded = env.trustProxy ? headers.get("X-Forwarded-Host") : null;
  const scheme = (env.trustProxy && headers.get("X-Forwarded-Proto")) || protocol.slice(0, -1);
  const origin = `${scheme}://${forwarded ?? host}`;
  return isOrigin(origin) ? origin : `${protocol}//${host}`;
}

/** Container tools hand over unset variables as empty strings. */
function text<T extends z.ZodTypeAny>(inner: T) {
  return z.preprocess((value) => (value === "" ? undefined : value), inner);
}

function accepts(message: string): { errorMap: z.ZodErrorMap } {
  return { errorMap: () => ({ message }) };
}

/** What carries a password must not reach a log. */
const SECRETIVE = [
  "DATABASE_URL",
  "MAIL_URL",
  "SSO_SECRETS",
  "S3_URL",
  "SEALING_KEY",
  "SMS_GATEWAY_URL",
  "SMS_GATEWAY_SECRET",
  "WECOM_GATEWAY_URL",
  "WECOM_GATEWAY_SECRET",
];

function complaint(issue: z.ZodIssue, source: Record<string, string | undefined>): string {
  const name = String(issue.path[0]);
  const value = SECRETIVE.includes(name) ? "" : `「${source[name] ?? ""}」`;
  return `环境变量 ${name} 的值${value}不正确：${issue.message}。`;
}

function isUrl(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

function isS3Url(value: string): boolean {
  if (!isUrl(value, ["http:", "https:"])) return false;
  const { username, password, pathname } = new URL(value);
  return username !== "" && password !== "" && /^\/[^/]+/.test(pathname);
}

function isOrigin(value: string): boolean {
  return isUrl(value, ["http:", "https:"]) && new URL(value).origin === value;
}

import { expect, test } from "vitest";
import { deviceLabel } from "~/engine/session/device.server";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const PHONE = "Mozilla/5.0 (Linux; Android 13; V2148A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [`${WINDOWS} Chrome/126.0.0.0 Safari/537.36`, "Chrome / Windows"],
  [`${WINDOWS} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`, "Edge / Windows"],
  [`${WINDOWS} Chrome/94.0 Safari/537.36 Core/1.94 QQBrowser/12.4`, "QQ浏览器 / Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140.0 Safari/537.36", "Chrome / Linux"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox / macOS"],
  [`${IPHONE} Version/17.0 Mobile/15E148 Safari/604.1`, "Safari / iPhone"],
  [`${IPHONE} CriOS/126.0 Mobile/15E148 Safari/604.1`, "Chrome / iPhone"],
  [`${IPHONE} Mobile/15E148 MicroMessenger/8.0.50`, "微信 / iPhone"],
  [`${PHONE} Chrome/116.0 Mobile Safari/537.36 wxwork/4.1 MicroMessenger/7.0`, "企业微信 / Android"],
  [`${PHONE} Chrome/114.0 Mobile Safari/537.36 HuaweiBrowser/15.0 HarmonyOS`, "华为浏览器 / 鸿蒙"],
  ["Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko", "IE / Windows"],
  ["curl/8.5.0", "程序"],
  ["", "未知设备"],
])("设备「%s」叫作「%s」", (program, label) => {
  expect(deviceLabel(program)).toBe(label);
});

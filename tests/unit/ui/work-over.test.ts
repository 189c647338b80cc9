import { expect, test } from "vitest";
import { stillHolds } from "~/ui/stream/work-over";

test("「已开始」说到它的事做完为止，别的消息不受影响", () => {
  const over = new Set(["/system-management/export-center/7"]);
  expect(stillHolds({ msg: "work:/system-management/export-center/7" }, over)).toBe(false);
  expect(stillHolds({ msg: "work:/system-management/export-center/8" }, over)).toBe(true);
  expect(stillHolds({ msg: "Forbidden" }, over)).toBe(true);
  expect(stillHolds({}, over)).toBe(true);
});

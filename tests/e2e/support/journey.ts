import type { BrowserContext } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Portal } from "./portal";
import { changesSince, takeStock } from "./stock";

export interface Journey {
  /** Whether the pages run scripts this time. */
  script: boolean;
  /** Goes into everything that must be unique; another one each time. */
  mark: string;
  /** A second person's browser. */
  another(): Promise<BrowserContext>;
}

/**
 * One way through the portal, gone twice: without script and with it. Both must leave the same rows behind, so a journey changes
 * only what it has made itself.
 */
export type JourneyTest = (
  name: string,
  way: (browser: BrowserContext, journey: Journey) => Promise<void>,
) => {
  /** What the journey without script left behind, once it has been made. */
  left(): unknown;
};

export function journeysOf(portal: Portal): JourneyTest {
  return (name, way) => {
    const left = new Map<boolean, unknown>();
    describe(name, () => {
      for (const script of [false, true]) {
        test(script ? "有脚本" : "无脚本", async () => {
          const rest = await portal.rest("admin");
          const before = await takeStock(rest);
          const mark = script ? "ZJY" : "ZJW";
          const another = () => portal.visit({ script });
          await way(await another(), { script, mark, another });
          left.set(script, await changesSince(rest, before, mark));
        });
      }
      test("两种方式留下相同的数据", () => {
        expect([...left.keys()]).toEqual([false, true]);
        expect(left.get(true)).toEqual(left.get(false));
      });
    });
    return { left: () => left.get(false) };
  };
}

import type { BrowserContext } from "playwright-core";
import { describe, expect, test } from "vitest";
import { LIKE_OTHERS } from "../../support/length";
import type { Visitor } from "./page";
import type { Portal } from "./portal";
import { changesSince, takeStock } from "./stock";

export interface Journey<Person = Visitor> {
  /** Whether the pages run scripts this time. */
  script: boolean;
  /** Goes into everything that must be unique; another one each time. */
  mark: string;
  /** A second person. */
  another(): Promise<Person>;
}

interface Ended {
  /** What the journey without script left behind, once it has been made. */
  left(): unknown;
}

type Way<Person> = (person: Person, journey: Journey<Person>) => Promise<void>;

/**
 * One way through the portal, gone twice: without script and with it. Both must leave the same rows behind, so a journey changes
 * only what it has made itself.
 */
export interface JourneyTest {
  /** Without script it needs no browser: what it asks of a page the reader answers. */
  (name: string, way: Way<Visitor>): Ended;
  /** In a browser both times: for what only a drawn page shows, and once in each area to check the reader's idea of a browser. */
  drawn(name: string, way: Way<BrowserContext>): Ended;
  /** Its pages do with scripts what those of other journeys do: with scripts it is gone at full length alone, see decision 0127. */
  likeOthers(name: string, way: Way<Visitor>): Ended;
}

/** @param entities what its journeys write to, where it is something else than usual */
export function journeysOf(portal: Portal, entities?: readonly string[]): JourneyTest {
  const made = <Person>(
    name: string,
    way: Way<Person>,
    visit: (script: boolean) => Promise<Person>,
    ways: readonly boolean[] = [false, true],
  ): Ended => {
    const left = new Map<boolean, unknown>();
    describe(name, () => {
      for (const script of ways) {
        test(script ? "有脚本" : "无脚本", async () => {
          const mark = script ? "ZJY" : "ZJW";
          const another = () => visit(script);
          const go = async () => way(await another(), { script, mark, another });
          // What one way alone leaves behind is compared with nothing.
          if (ways.length === 1) return go();
          const rest = await portal.rest("admin");
          const before = await takeStock(rest, entities);
          await go();
          left.set(script, await changesSince(rest, before, mark, entities));
        });
      }
      if (ways.length > 1)
        test("两种方式留下相同的数据", () => {
          expect([...left.keys()]).toEqual(ways);
          expect(left.get(true)).toEqual(left.get(false));
        });
    });
    return { left: () => left.get(false) };
  };
  const visit = (script: boolean) => portal.visit({ script });
  return Object.assign((name: string, way: Way<Visitor>) => made(name, way, visit), {
    likeOthers: (name: string, way: Way<Visitor>) => made(name, way, visit, LIKE_OTHERS),
    drawn: (name: string, way: Way<BrowserContext>) => made(name, way, (script) => portal.browse({ script })),
  });
}

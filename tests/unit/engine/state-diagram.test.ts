import { describe, expect, test } from "vitest";
import { type AnyEntity, defineEntity, noSupplier, text } from "~/engine/entity";
import { arrowsOf, makersOf, stateDiagram } from "~/engine/screen/state-diagram.server";
import { definitions } from "../../fixtures/definitions";

const entity: AnyEntity = defineEntity({
  key: "quality/inspection",
  label: '检验单<&"',
  kind: "document",
  purpose: "检验登记。",
  fields: { verdict: text({ label: "结论" }) },
  list: { columns: ["verdict"], filters: [], sort: "verdict" },
  form: [],
  states: { draft: "草稿", open: "处理中", held: "已暂停", done: "完成" },
  tones: { done: "done" },
  transitions: {
    start: { label: "开始", from: ["draft"], to: "open", by: ["qa"] },
    note: { label: "记录", from: ["open"], to: "same", by: ["qa", "qa_manager"] },
    hold: { label: "暂停", from: ["draft", "open"], to: "held", by: ["qa"] },
    resume: { label: "恢复", from: ["held"], to: "previous", by: ["qa"] },
    judge: { label: "判定", from: ["open"], to: "same", by: ["supplier"], settles: [{ to: "done", when: () => true }] },
    expire: { label: "到期", from: ["open"], to: "done", by: "system" },
  },
  access: { suppliers: noSupplier, grants: {} },
});

describe("箭头", () => {
  const arrows = arrowsOf(entity);
  const between = (from: string, to: string) =>
    arrows.filter((one) => one.from === from && one.to === to).map(({ kind, steps }) => [kind, steps]);

  test("同样的两个状态之间、同样的人办理的操作共用一个箭头", () => {
    expect(between("draft", "open")).toEqual([["move", [{ transitions: ["开始"], makers: "质量工程师" }]]]);
  });

  test("状态不变的操作回到自己", () => {
    expect(between("open", "open")).toEqual([
      [
        "move",
        [
          { transitions: ["记录"], makers: "质量工程师、质量经理" },
          { transitions: ["判定"], makers: "供应商" },
        ],
      ],
    ]);
  });

  test("「回到之前」指向每个可能来自的状态", () => {
    expect(between("held", "draft").map(([kind]) => kind)).toEqual(["back"]);
    expect(between("held", "open").map(([kind]) => kind)).toEqual(["back"]);
  });

  test("系统完成的和达到条件的各有各的说法", () => {
    expect(between("open", "done")).toEqual([
      ["move", [{ transitions: ["判定"], makers: "供应商，达到条件时" }]],
      ["system", [{ transitions: ["到期"], makers: "系统" }]],
    ]);
    expect(makersOf({ label: "到期", from: [], to: "done", by: "system" })).toBe("系统");
  });
});

describe("图", () => {
  const svg = stateDiagram(entity, { current: "open", taken: new Set(["draft open"]) });

  test("没有样式、脚本和外部引用，文字转义", () => {
    expect(svg).not.toMatch(/style|script|href|url\(|id=|class=/);
    expect(svg).toContain("检验单&lt;&amp;&quot;");
  });

  test("读屏能读到当前状态和每一步", () => {
    expect(svg).toContain('role="img"');
    expect(svg).toMatch(/<desc>当前状态：处理中。草稿 → 处理中：开始（质量工程师）。/);
  });

  test("标出当前状态和走过的步骤，虚线回到之前，点线由系统完成", () => {
    expect(svg.match(/data-current=""/g)).toHaveLength(1);
    expect(svg.match(/data-taken=""/g)).toHaveLength(1);
    expect(svg).toMatch(/data-kind="back"><path [^>]*stroke-dasharray="7 4"/);
    expect(svg).toMatch(/data-kind="system"><path [^>]*stroke-dasharray="2 4"/);
  });

  test("同样的定义画出同样的图", () => {
    expect(stateDiagram(entity)).toBe(stateDiagram(entity));
  });
});

test.each(definitions.filter((one) => one.transitions).map((one): [string, AnyEntity] => [one.label, one]))(
  "%s画得出来，没有无法计算的坐标",
  (_label, one) => {
    const svg = stateDiagram(one);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(svg.match(/data-state=/g)).toHaveLength(Object.keys(one.states ?? {}).length);
  },
);

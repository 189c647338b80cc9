import { describe, expect, test } from "vitest";
import type { Recipients } from "~/engine/entity/messages";
import { reachedBy } from "~/engine/notify/told-rows.server";

const row = (held: Readonly<Record<string, string>>) => ({
  id: "1",
  number: "",
  text: () => "",
  held: (column: string) => (held[column] ? [held[column]] : []),
  value: (column: string) => held[column] ?? "",
});

describe("消息告诉谁", () => {
  const to: Recipients = { people: ["engineer"], elsePeople: ["buyer", "deputy"], elseRoles: ["purchase_manager"] };
  const reached = (held: Readonly<Record<string, string>>) => {
    const { people, roles } = reachedBy(to, row(held), () => false);
    return { people, roles };
  };

  test("有负责人的只告诉负责人；没有的告诉接替的第一人；都没有的告诉岗位", () => {
    expect(reached({ engineer: "e", buyer: "b" })).toEqual({ people: ["e"], roles: [] });
    expect(reached({ buyer: "b", deputy: "d" })).toEqual({ people: ["b"], roles: [] });
    expect(reached({ deputy: "d" })).toEqual({ people: ["d"], roles: [] });
    expect(reached({})).toEqual({ people: [], roles: ["purchase_manager"] });
  });
});

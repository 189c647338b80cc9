import { vi } from "vitest";

// For all files alike: they share a process, and a module is replaced there once.
vi.mock("~/services.server", async (original) => ({
  ...(await original<typeof import("~/services.server")>()),
  async services() {
    const { serving } = await import("./serving");
    if (!serving.services) throw new Error("a route was asked before openWorld()");
    return serving.services;
  },
}));

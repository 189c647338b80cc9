export * as m20261123_190000_baseline from "./20261123-190000-baseline.server";

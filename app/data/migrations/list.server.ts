export * as m20261123_190000_baseline from "./20261123-190000-baseline.server";
export * as m20261123_202500_hands from "./20261123-202500-hands.server";
export * as m20261123_203503_source_terms from "./20261123-203503-source-terms.server";

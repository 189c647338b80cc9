export * as m20261123_190000_baseline from "./20261123-190000-baseline.server";
export * as m20261123_202500_hands from "./20261123-202500-hands.server";
export * as m20261123_203503_source_terms from "./20261123-203503-source-terms.server";
export * as m20261125_045828_order_proposals_taken_back from "./20261125-045828-order-proposals-taken-back.server";
export * as m20261125_074100_users_without_status from "./20261125-074100-users-without-status.server";
export * as m20261125_072000_order_proposals_decided from "./20261125-072000-order-proposals-decided.server";
export * as m20261125_073500_waits_of_addresses from "./20261125-073500-waits-of-addresses.server";
export * as m20261125_073827_grants_by_two from "./20261125-073827-grants-by-two.server";

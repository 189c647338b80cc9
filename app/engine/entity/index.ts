export * from "./define";
export * from "./field";
export type { Json, Value } from "./kinds/kind";
export * from "./record";

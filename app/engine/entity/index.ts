export { reminder } from "./deadlines";
export * from "./define";
export * from "./field";
export type { Json, Value } from "./kinds/kind";
export { message } from "./messages";
export * from "./record";

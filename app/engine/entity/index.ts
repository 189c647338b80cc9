export { reminder, taskReminder } from "./deadlines";
export * from "./define";
export { digest } from "./digests";
export * from "./field";
export { postingFields } from "./journal";
export type { Json, Value } from "./kinds/kind";
export { message } from "./messages";
export { profile } from "./profile";
export * from "./record";

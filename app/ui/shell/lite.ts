/** Whether data of a route says that pages go without script: lite is a person's request. The shell's loader answers `{ shell: ShellModel }` or the model itself. */
export function isLite(data: unknown): boolean {
  return isSet(data) || (isObject(data) && isSet(data.shell));
}

function isSet(value: unknown): boolean {
  return isObject(value) && value.lite === true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

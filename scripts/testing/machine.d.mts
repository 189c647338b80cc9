/** Path of the browser the tests use, or undefined; see machine.mjs. */
export function browserProgram(): string | undefined;

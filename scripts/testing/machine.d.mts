/** Path of the browser the tests use, or undefined; see machine.mjs. */
export function browserProgram(): string | undefined;

/** Installs what these kinds of work need and this machine lacks; throws where that is not allowed. */
export function prepareMachine(needs: readonly ("postgres" | "browser" | "proxy")[]): Promise<void>;

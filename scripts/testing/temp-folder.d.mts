export function temporaryFolder(): string;

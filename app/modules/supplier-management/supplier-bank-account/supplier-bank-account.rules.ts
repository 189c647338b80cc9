/** What of an account number everybody may read: its last four digits. */
export function tailOf({ account_no }: { account_no: string }): string {
  return `尾号${account_no.slice(-4)}`;
}

/** Instant until which payments to a new account ask for a second look. @param hours parameter supplier.bank.coolingHours */
export function coolingUntil(now: string, hours: number): string {
  return new Date(Date.parse(now) + hours * 3_600_000).toISOString();
}

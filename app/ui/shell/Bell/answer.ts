/** Null for whatever went wrong: the page the link leads to says what it was. */
export async function answerOf<T>(address: string): Promise<T | null> {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    if (!answer.ok) return null;
    const body: T = await answer.json();
    return body;
  } catch {
    return null;
  }
}

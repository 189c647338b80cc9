/** What a share belongs to: bound into what is sealed, so that no share is put in the place of another. */
export function shareAbout(sealId: string, holderId: string): string {
  return `seal-share/${sealId}/${holderId}`;
}

/** What a share that was given belongs to, sealed for one other holder. */
export function handedAbout({ sealId, from, to }: { sealId: string; from: string; to: string }): string {
  return `seal-handed/${sealId}/${from}/${to}`;
}

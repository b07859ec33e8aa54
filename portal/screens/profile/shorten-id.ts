/** An id as it is shown: an email address in full, a long id shortened in the middle. */
export function shortenId(id: string): string {
  return id.includes('@') || id.length <= longest ? id : `${id.slice(0, 6)}…${id.slice(-4)}`;
}

const longest = 16;

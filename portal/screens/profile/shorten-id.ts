/** Shortens a long id in the middle; an email address stays. */
export function shortenId(id: string): string {
  return id.includes('@') || id.length <= longest ? id : `${id.slice(0, 6)}…${id.slice(-4)}`;
}

const longest = 16;

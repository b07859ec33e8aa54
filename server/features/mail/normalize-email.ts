// The one form of an e-mail address: by it an identity is found, it is kept, and mails go there. Letters of the local part are
// made small and composed, the domain becomes ASCII. Dots and plus tags stay, because only the owner's mail server knows what
// they mean, and so do letters that look alike only (NFKC): they may be another mailbox.

/** Undefined: no mail could be sent to it, or it holds what does not belong into an address. */
export function normalizeEmail(typed: string): string | undefined {
  const address = typed.trim().normalize('NFC');
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = at < 0 ? undefined : domainOf(address.slice(at + 1));
  if (domain === undefined || local.length === 0 || local.length > 64 || hasOddCharacter.test(local)) return undefined;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return undefined;
  // Small letters of a composed text need not be composed.
  const normal = `${local.toLowerCase().normalize('NFC')}@${domain}`;
  return normal.length > 254 ? undefined : normal;
}

// What separates, quotes or hides something in a header of a mail: nobody's address needs it.
const hasOddCharacter = /[\s\p{C}"(),:;<>@[\\\]]/u;

function domainOf(typed: string): string | undefined {
  // Only what could stand in a name; the parser of addresses would take ports, paths and numbers too.
  if (!/^[\p{L}\p{M}\p{N}.-]{1,253}$/u.test(typed) || !URL.canParse(`http://${typed}/`)) return undefined;
  const { hostname } = new URL(`http://${typed}/`);
  return /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(hostname) ? hostname : undefined;
}

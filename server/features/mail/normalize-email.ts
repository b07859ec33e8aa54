// Normalises an email address; identities, storage and mails all use this form. The local part becomes lower case and
// composed (NFC), the domain ASCII. Dots and plus tags stay: they may be another mailbox.

/** Undefined: not a deliverable address. */
export function normalizeEmail(typed: string): string | undefined {
  const address = typed.trim().normalize('NFC');
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = at < 0 ? undefined : domainOf(address.slice(at + 1));
  if (domain === undefined || local.length === 0 || local.length > 64 || hasOddCharacter.test(local)) return undefined;
  if (local.startsWith('.') || local.endsWith('.') || local.includes('..')) return undefined;
  // Lower-casing a composed text can decompose it.
  const normal = `${local.toLowerCase().normalize('NFC')}@${domain}`;
  return normal.length > 254 ? undefined : normal;
}

// Characters that separate, quote or hide something in a mail header.
const hasOddCharacter = /[\s\p{C}"(),:;<>@[\\\]]/u;

function domainOf(typed: string): string | undefined {
  // Only letters, digits, dots and hyphens: the URL parser would also accept ports, paths and numbers.
  if (!/^[\p{L}\p{M}\p{N}.-]{1,253}$/u.test(typed) || !URL.canParse(`http://${typed}/`)) return undefined;
  const { hostname } = new URL(`http://${typed}/`);
  return /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(hostname) ? hostname : undefined;
}

import type { TSchema } from 'typebox';

/** Whether a reply with this schema can contain a token or another secret, judged by its field names. */
export function canContainSecret(schema: TSchema): boolean {
  return namesSecret(schema, 0);
}

const secretName = /token|jwt|secret|password|signature|nonce|handle|cookie|proof/i;
// Deeper than any schema of the contract; stops at recursive ones.
const deepest = 20;

function namesSecret(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > deepest) return false;
  const { properties } = value as { properties?: unknown };
  if (
    typeof properties === 'object' &&
    properties !== null &&
    Object.keys(properties).some((name) => secretName.test(name))
  )
    return true;
  return Object.values(value).some((each) => namesSecret(each, depth + 1));
}

// Signatures over parameters sorted by name, as VK, Odnoklassniki and VK Play use them. Names are compared byte by
// byte, because a locale's collation would change the order.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import { buildRefusal, type Refusal } from './build-refusal.ts';

export type StringParams = Readonly<Record<string, string>>;

/** Undefined if a name occurs twice, which makes the signed value ambiguous, or if the text is not well formed. */
export function parseParams(query: string): StringParams | undefined {
  const pairs = [...new URLSearchParams(query)];
  const texts = Object.fromEntries(pairs);
  const isWhole = pairs.every(([name, value]) => name.isWellFormed() && !value.includes('\u0000'));
  return isWhole && Object.keys(texts).length === pairs.length ? texts : undefined;
}

export const sortParams = (texts: StringParams): [name: string, value: string][] =>
  Object.entries(texts).toSorted(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

export const joinSortedParams = (
  texts: StringParams,
  between: string,
  encode: (value: string) => string = String,
): string =>
  sortParams(texts)
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join(between);

/** Form encoding, which writes a space as `+`. */
export const encodeFormValue = (value: string): string =>
  new URLSearchParams({ v: value }).toString().slice('v='.length);

/** MD5 over the concatenated `name=value` pairs, without the signature itself, followed by the secret. */
export function signSortedParams(texts: StringParams, secret: string, signatureName: string): string {
  const { [signatureName]: _, ...signed } = texts;
  return createHash('md5')
    .update(joinSortedParams(signed, '') + secret)
    .digest('hex');
}

export function verifySignedParams(
  content: Buffer | string,
  secret: string,
  signatureName: string,
): { readonly outcome: 'read'; readonly texts: StringParams } | Refusal {
  const texts = typeof content === 'string' || isUtf8(content) ? parseParams(content.toString()) : undefined;
  if (!texts) return buildRefusal('It is not a form, or a field occurs twice.');
  return isSameSignature(texts[signatureName] ?? '', signSortedParams(texts, secret, signatureName))
    ? { outcome: 'read', texts }
    : buildRefusal('It is not signed with the secret of this app.');
}

// Signatures over named texts in the order of their names, as VK, Odnoklassniki and VK Play make them. Names are compared byte by byte:
// no language may change their order.
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { sameSignature } from '#model/same-signature.server.ts';
import { refuse, type Refusal } from './refuse.ts';

export type Texts = Readonly<Record<string, string>>;

/** Undefined: a name stands there twice, or what is there is no text. Whoever signed it meant one of them. */
export function readTexts(query: string): Texts | undefined {
  const pairs = [...new URLSearchParams(query)];
  const texts = Object.fromEntries(pairs);
  const isWhole = pairs.every(([name, value]) => name.isWellFormed() && !value.includes('\u0000'));
  return isWhole && Object.keys(texts).length === pairs.length ? texts : undefined;
}

export const sortTexts = (texts: Texts): [name: string, value: string][] =>
  Object.entries(texts).toSorted(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

/** `name=value` of each, in the order of their names. */
export const writeSorted = (texts: Texts, between: string, encode: (value: string) => string = String): string =>
  sortTexts(texts)
    .map(([name, value]) => `${name}=${encode(value)}`)
    .join(between);

/** As a form is written, with a plus for a space. */
export const encodeForm = (value: string): string => new URLSearchParams({ v: value }).toString().slice('v='.length);

/** MD5 over `name=value` of all but the signature itself, one behind the other, and the secret at the end. */
export function signSorted(texts: Texts, secret: string, signatureName: string): string {
  const { [signatureName]: _, ...signed } = texts;
  return createHash('md5')
    .update(writeSorted(signed, '') + secret)
    .digest('hex');
}

/** A form or a query that was signed so. Nothing of it is to be believed before. */
export function readSignedTexts(
  content: Buffer | string,
  secret: string,
  signatureName: string,
): { readonly outcome: 'read'; readonly texts: Texts } | Refusal {
  const texts = typeof content === 'string' || isUtf8(content) ? readTexts(content.toString()) : undefined;
  if (!texts) return refuse('It is no form, or has a field twice.');
  return sameSignature(texts[signatureName] ?? '', signSorted(texts, secret, signatureName))
    ? { outcome: 'read', texts }
    : refuse('It is not signed with the secret of this app.');
}

// Signatures over named texts in the order of their names, as VK, Odnoklassniki and VK Play make them. Names are compared byte by byte:
// no language may change their order.
import { createHash } from 'node:crypto';

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

/** MD5 over `name=value` of all but the signature itself, one behind the other, and the secret at the end. */
export function signSorted(texts: Texts, secret: string, signatureName: string): string {
  const signed = sortTexts(texts)
    .filter(([name]) => name !== signatureName)
    .map(([name, value]) => `${name}=${value}`)
    .join('');
  return createHash('md5')
    .update(signed + secret)
    .digest('hex');
}

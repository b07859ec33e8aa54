// VK's three ways to sign, as its documentation writes them. Names are compared byte by byte: no language may change their order.
import { createHash, createHmac } from 'node:crypto';

export type Texts = Readonly<Record<string, string>>;

/** Of a launch, over the given names of it alone. */
export function signLaunch(texts: Texts, names: readonly string[], secureKey: string): string {
  const signed = names
    .toSorted(byBytes)
    .map((name) => `${name}=${encodeURIComponent(texts[name] ?? '')}`)
    .join('&');
  return createHmac('sha256', secureKey).update(signed).digest('base64url');
}

/** Of a notice, and of a session of the Open API: everything but the signature itself. */
export function signTexts(texts: Texts, secureKey: string): string {
  const signed = Object.keys(texts)
    .filter((name) => name !== 'sig')
    .toSorted(byBytes)
    .map((name) => `${name}=${texts[name]}`)
    .join('');
  return md5(signed + secureKey);
}

/** The old one, which has no time in it. */
export const authKey = (appId: string, userId: string, secureKey: string): string =>
  md5(`${appId}_${userId}_${secureKey}`);

/** Undefined: a name stands there twice, or what is there is no text. Whoever signed it meant one of them. */
export function readTexts(query: string): Texts | undefined {
  const pairs = [...new URLSearchParams(query)];
  const texts = Object.fromEntries(pairs);
  const isWhole = pairs.every(([name, value]) => name.isWellFormed() && !value.includes('\u0000'));
  return isWhole && Object.keys(texts).length === pairs.length ? texts : undefined;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const byBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

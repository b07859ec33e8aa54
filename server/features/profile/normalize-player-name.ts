import { Problem } from '#model/problem.ts';

/**
 * Rejects control and text-direction characters, which would disturb the surrounding text. Joiners stay: Persian and
 * emoji need them.
 */
export function normalizePlayerName(given: string): string {
  const name = given.replaceAll(/[^\S\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  if (disturbing.test(name)) throw refusal('Remove control characters and characters that change the text direction.');
  if (!visible.test(name)) throw refusal('A name needs at least one character that can be seen.');
  return name;
}

const disturbing = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

const refusal = (detail: string): Problem => new Problem('InvalidRequest', detail, { fields: { Name: detail } });

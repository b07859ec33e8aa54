import { Problem } from '#model/problem.ts';

/**
 * The name as it is kept: no spaces around it, one between words. Refuses what would disturb the text around it: control
 * characters and those that turn the direction of writing. The joiners stay, which Persian and emoji need.
 */
export function checkName(given: string): string {
  const name = given.replaceAll(/[^\S\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  if (disturbing.test(name)) throw refusal('A name holds no control characters and none that turn the direction.');
  if (!visible.test(name)) throw refusal('A name needs at least one character that can be seen.');
  return name;
}

const disturbing = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

const refusal = (detail: string): Problem => new Problem('InvalidRequest', detail, { fields: { Name: detail } });

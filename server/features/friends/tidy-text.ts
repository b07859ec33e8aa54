/**
 * What a game lets its player say, as friends read it: one line, without control characters and those that turn the direction
 * of writing. The joiners stay, which Persian and emoji need.
 */
export function tidyText(given: string): string {
  return given
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

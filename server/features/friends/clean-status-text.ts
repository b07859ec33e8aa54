/** One line without control and text-direction characters. Joiners stay: Persian and emoji need them. */
export function cleanStatusText(given: string): string {
  return given
    .replaceAll(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

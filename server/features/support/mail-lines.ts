import type { SupportContext } from '#model/support.ts';

/** A mail takes lines; what could change how one is read becomes a space. */
export function splitLines(message: string): string[] {
  return message
    .split(/\r\n|[\n\r\u2028\u2029\u0085]/)
    .map((line) => line.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, ' '));
}

/** What the sender let support know besides, a line each; none: nothing. */
export function describeContext(context: SupportContext): string[] {
  const entries = Object.entries(context).filter(([, value]) => value !== undefined && value.length > 0);
  return entries.map(([name, value]) => splitLines(`${name}: ${[value].flat().join(', ')}`).join(' '));
}

import type { SupportContext } from '#model/support.ts';

export function splitMailLines(message: string): string[] {
  return message
    .split(/\r\n|[\n\r\u2028\u2029\u0085]/)
    .map((line) => line.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, ' '));
}

export function describeSupportContext(context: SupportContext): string[] {
  const entries = Object.entries(context).filter(([, value]) => value !== undefined && value.length > 0);
  return entries.map(([name, value]) => splitMailLines(`${name}: ${[value].flat().join(', ')}`).join(' '));
}

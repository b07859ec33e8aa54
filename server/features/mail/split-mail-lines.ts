/** The lines of a text that somebody wrote, without characters that a mail may not contain. */
export function splitMailLines(message: string): string[] {
  return message
    .split(/\r\n|[\n\r\u2028\u2029\u0085]/)
    .map((line) => line.replaceAll(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/gu, ' '));
}

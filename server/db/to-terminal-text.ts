/**
 * Makes a text safe for a terminal. Players' texts may contain terminal commands and text-direction characters, which
 * are replaced.
 */
export const toTerminalText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/(?![\n\t])\p{Cc}|\p{Bidi_Control}/gu, '\ufffd');

/**
 * A text as a terminal may get it. What a player has written can hold commands to the terminal of whoever reads it, and characters
 * that turn the direction of what follows: a sign stands in their place.
 */
export const plainLine = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/(?![\n\t])\p{Cc}|\p{Bidi_Control}/gu, '\ufffd');

/** At most so many characters of a text, as a vendor counts them; half a character at the end is left out. */
export const truncate = (text: string, maxLength: number): string =>
  text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');

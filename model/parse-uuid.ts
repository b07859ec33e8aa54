/** Normalises a UUID that was pasted in capitals, without dashes or in braces. Undefined if it is not a UUID. */
export function parseUuid(text: string): string | undefined {
  const hex = text
    .trim()
    .replaceAll(/^\{|\}$|-/g, '')
    .toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(hex)) return undefined;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Whether any text in it has an address with a name or a password, by which one host looks like another. */
export function holdsCredentials(value: unknown): boolean {
  if (typeof value === 'string') return hasAddressWithCredentials(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsCredentials);
}

function hasAddressWithCredentials(text: string): boolean {
  if (!text.includes('@')) return false;
  // Browsers leave out line ends and tabs, and take any number of slashes, either way round. Cut first: the time it takes stays
  // in proportion to the text.
  const [, ...behindSchemes] = text.replaceAll(/[\t\r\n]/g, '').split(/https?:/i);
  return behindSchemes.some((rest) => /^[\\/]*[^\s\\/?#]*@/.test(rest));
}

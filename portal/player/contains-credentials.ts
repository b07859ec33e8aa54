/** A user name or password in a URL can make one host look like another. */
export function containsCredentials(value: unknown): boolean {
  if (typeof value === 'string') return hasAddressWithCredentials(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(containsCredentials);
}

function hasAddressWithCredentials(text: string): boolean {
  if (!text.includes('@')) return false;
  // Browsers ignore line breaks and tabs in URLs and accept any number of slashes. Splitting first keeps the time
  // linear.
  const [, ...behindSchemes] = text.replaceAll(/[\t\r\n]/g, '').split(/https?:/i);
  return behindSchemes.some((rest) => /^[\\/]*[^\s\\/?#]*@/.test(rest));
}

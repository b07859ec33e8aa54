/** An address that may become a link or be gone to: no script, and none without a host. */
export function webAddress(address: string | undefined): string | undefined {
  const parsed = address === undefined ? undefined : URL.parse(address);
  return parsed?.protocol === 'https:' || parsed?.protocol === 'http:' ? parsed.href : undefined;
}

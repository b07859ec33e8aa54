/** Entries may contain an asterisk for a part of the host, as in `https://*.wiki.example`. */
export function isListedOrigin(origin: string, listed: readonly string[]): boolean {
  return listed.some((each) => {
    const [before = '', after] = each.split('*');
    if (after === undefined) return origin === each;
    return origin.startsWith(before) && origin.endsWith(after) && origin.length > before.length + after.length;
  });
}

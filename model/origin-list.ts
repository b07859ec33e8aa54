/** Whether an origin is on a list whose entries may have an asterisk for part of a host, as in `https://*.wiki.example`. */
export function isListedOrigin(origin: string, listed: readonly string[]): boolean {
  return listed.some((each) => {
    const [before = '', after] = each.split('*');
    if (after === undefined) return origin === each;
    return origin.startsWith(before) && origin.endsWith(after) && origin.length > before.length + after.length;
  });
}

/** Errors that differ only in ids, numbers or tokens are one; none of these may be stored, they could name a player. */
export const normalizeErrorText = (text: string): string =>
  text
    .replaceAll(/[\w.!#$%&'*+/=?^`{|}~-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, '[email]')
    .replaceAll(/([a-z][a-z0-9+.-]*:\/\/[^\s"'<>?#]*)[?#][^\s"'<>]*/gi, '$1')
    .replaceAll(/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*|\bfx[a-z]_[\w-]{16,}/g, '[token]')
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[id]')
    .replaceAll(/\b(?=[a-z]*\d)[0-9a-f]{12,}\b/gi, '[id]')
    .replaceAll(/\d{5,}/g, '[number]')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 500);

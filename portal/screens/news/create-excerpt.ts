/** Removes Markdown marks, so that a card needs no Markdown renderer. */
export function createExcerpt(markdown: string, most = 240): string {
  const plain = markdown
    // Bounds the work; more is never shown.
    .slice(0, 4 * most)
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/^[ \t]*(?:#{1,6}|>)[ \t]+/gm, '')
    .replaceAll(/^[ \t]*(?:[-*+]|\d+\.)[ \t]+/gm, '• ')
    .replaceAll(/[*`~]{1,3}(?=\S)/g, '')
    .replaceAll(/(\S)[*`~]{1,3}/g, '$1')
    // An underscore within a word is not a mark.
    .replaceAll(/(^|[^\p{L}\p{N}])_{1,3}(?=\S)/gu, '$1')
    .replaceAll(/(\S)_{1,3}(?![\p{L}\p{N}])/gu, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > most / 2 ? space : most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Text that can stand in HTML, in an attribute as well. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Text that can stand in XML, which has no place at all for some characters: they are left out. */
export function escapeXml(text: string): string {
  return escapeHtml(text).replaceAll(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '');
}

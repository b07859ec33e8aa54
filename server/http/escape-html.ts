/** Escapes text for HTML, including attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Escapes text for XML and removes characters that XML doesn't allow. */
export function escapeXml(text: string): string {
  return escapeHtml(text).replaceAll(/(?![\t\n\r])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '');
}

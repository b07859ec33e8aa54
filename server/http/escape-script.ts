/** JSON that can stand inside a script element: nothing in it can end the element, open a comment or end a line. */
export function escapeScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

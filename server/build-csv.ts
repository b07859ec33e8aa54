// CSV (RFC 4180) that spreadsheets open. A cell that a spreadsheet would run as a formula begins with an apostrophe.

export const buildCsv = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, ...rows].map((cells) => cells.map(buildCell).join(',')).join('\r\n') + '\r\n';

function buildCell(text: string): string {
  const inert = /^[\s]*[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

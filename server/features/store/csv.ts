// CSV as in RFC 4180. A row knows its line, so that errors can name it.
export interface CsvRow {
  /** Counted from one, where the row begins. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface ParsedCsv {
  readonly rows: readonly CsvRow[];
  readonly fault?: { readonly line: number; readonly text: string };
}

export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(quote).join(',')}\r\n`).join('');

const quote = (cell: string): string => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Empty lines are skipped. Spreadsheets of some countries write semicolons. */
export function parseCsv(csv: string): ParsedCsv {
  const text = csv.replace(/^\ufeff/, '');
  const head = new Set(text.slice(0, text.search(/[\r\n]|$/)));
  const separator = head.has(';') && !head.has(',') ? ';' : ',';
  const cell = separator === ';' ? cellBeforeSemicolon : cellBeforeComma;
  cell.lastIndex = 0;
  const rows: CsvRow[] = [];
  let [line, start] = [1, 1];
  let cells: string[] = [];
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) return { rows, fault: { line, text: 'has a quotation mark that is never closed, or out of place' } };
    const [whole, quoted, plain = '', end = ''] = found;
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    line += whole.replaceAll('\r\n', '\n').split(/[\r\n]/).length - 1;
    const isLast = cell.lastIndex >= text.length;
    if (end === separator && !isLast) continue;
    if (end === separator) cells.push('');
    if (cells.some((each) => each !== '')) rows.push({ line: start, cells });
    cells = [];
    start = line;
    if (cell.lastIndex === at) break;
  }
  return { rows };
}

const cellBeforeComma = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;
const cellBeforeSemicolon = /(?:"([^"]*(?:""[^"]*)*)"|([^";\r\n]*))(;|\r\n|\n|\r|$)/y;

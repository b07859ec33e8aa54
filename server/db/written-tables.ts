/** The tables that a statement writes to, by its text. */
export function listWrittenTables(text: string): readonly string[] {
  const known = tablesByText.get(text);
  if (known) return known;
  const tables = [...text.matchAll(writePattern)].map(([, table = '']) => table.toLowerCase());
  // The text depends on the number of values, so the map could grow without end.
  if (tablesByText.size >= maxTexts) tablesByText.clear();
  tablesByText.set(text, tables);
  return tables;
}

const writePattern =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?"?(\w+)"?/gi;
const maxTexts = 5000;
const tablesByText = new Map<string, readonly string[]>();

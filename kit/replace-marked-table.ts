/** Replaces the table between `<!-- name -->` and `<!-- end of name -->` in a Markdown text. */
export function replaceMarkedTable(text: string, name: string, rows: readonly (readonly string[])[]): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [before, rest] = text.split(begin, 2);
  const after = rest?.split(end, 2)[1];
  if (before === undefined || after === undefined) throw new Error(`The text has no ${begin} … ${end}.`);
  const [head = [], ...others] = rows;
  const lines = [head, head.map(() => '---'), ...others].map((cells) => `| ${cells.join(' | ')} |\n`);
  return `${before}${begin}\n${lines.join('')}${end}${after}`;
}

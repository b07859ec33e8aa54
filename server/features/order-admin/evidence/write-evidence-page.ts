// Renders evidence as one self-contained page without scripts, readable in any browser and printable as a PDF.
import { escapeHtml } from '#server/http/escape-html.ts';
import type { Evidence, EvidencePart, EvidenceTable, EvidenceValue } from './evidence.ts';

export function writeEvidencePage({ orderId, madeAt, parts }: Evidence): string {
  const title = `Evidence for order ${escapeHtml(orderId)}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'"><meta name="referrer" content="no-referrer">
<title>${title}</title><style>${style}</style></head><body>
<h1>${title}</h1>
<p>Made ${show(madeAt)}. All times are UTC. Parts marked “personal data” are about the buyer: send them to whoever decides about this payment and to nobody else, and delete this file when it is decided.</p>
${parts.map(writePart).join('\n')}
</body></html>
`;
}

function writePart({ title, holds, note, facts, table }: EvidencePart): string {
  const mark = holds === 'personal' ? ' <small>personal data</small>' : '';
  return [
    `<section><h2>${escapeHtml(title)}${mark}</h2>`,
    ...(note === undefined ? [] : [`<p>${escapeHtml(note)}</p>`]),
    ...(facts === undefined ? [] : [writeFacts(facts)]),
    ...(table === undefined ? [] : [writeTable(table)]),
    '</section>',
  ].join('\n');
}

const writeFacts = (facts: Readonly<Record<string, EvidenceValue>>): string =>
  `<dl>${Object.entries(facts)
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${show(value)}</dd>`)
    .join('\n')}</dl>`;

function writeTable({ columns, rows }: EvidenceTable): string {
  if (rows.length === 0) return '<p>None.</p>';
  const head = columns.map((name) => `<th>${escapeHtml(name)}</th>`).join('');
  const lines = rows.map((row) => `<tr>${row.map((value) => `<td>${show(value)}</td>`).join('')}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${lines.join('\n')}\n</tbody></table>`;
}

function show(value: EvidenceValue): string {
  if (value === null || value === undefined || value === '') return '<i>not kept</i>';
  if (value instanceof Date)
    return value
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/, '');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return escapeHtml(String(value));
}

const style = `body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:14px/1.5 system-ui,sans-serif;color:#111;background:#fff}
h1{font-size:20px;overflow-wrap:anywhere}h2{font-size:16px;margin:2rem 0 .5rem;border-bottom:1px solid #999}small{font-weight:400;padding:0 .4em;border:1px solid #999;border-radius:3px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:0}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}i{color:#767676}
table{border-collapse:collapse;width:100%}th,td{padding:.2rem .5rem;border:1px solid #ccc;text-align:left;vertical-align:top;overflow-wrap:anywhere}th{background:#f2f2f2}
@media print{section{break-inside:avoid-page}}`;

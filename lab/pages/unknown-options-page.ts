import type { UnknownLabOption } from '#lab/model/lab-options.ts';
import { escapeHtml } from '#server/http/escape-html.ts';
import type { LabPage } from './send-lab-page.ts';

export function renderUnknownOptionsPage(unknown: readonly UnknownLabOption[], status: 400 | 404): LabPage {
  return {
    title: 'Unknown scenario',
    status,
    body: `<header class="bar"><h1><a class="mark" href="/lab">Lab</a> Unknown scenario in the address</h1></header>
<main class="plain"><ul class="refusals">${unknown.map(refusal).join('')}</ul><p><a href="/lab">Choose a scenario</a></p></main>`,
  };
}

function refusal({ name, value, known }: UnknownLabOption): string {
  const asked = `<code>${escapeHtml(name.slice(0, 60))}</code>`;
  const given = `<code>${escapeHtml(value.slice(0, 60))}</code>`;
  if (known.length === 0) return `<li>There is no option ${asked} (value: ${given}). Remove it from the address.</li>`;
  const words = known.map((word) => `<code>${escapeHtml(word)}</code>`).join(' ');
  return `<li>${asked} can't be ${given}. Use one of: ${words}</li>`;
}

import { escapeHtml } from '#server/http/escape-html.ts';

export function renderAssumptions(markdown: string): string {
  const parts: { readonly isPoint: boolean; text: string }[] = [];
  let isNew = true;
  for (const line of markdown.split('\n')) {
    const isPoint = line.startsWith('- ');
    const last = parts.at(-1);
    // Any other line continues the paragraph or list item before it.
    if (line !== '' && (isNew || isPoint || !last)) parts.push({ isPoint, text: line.replace(/^- /, '') });
    else if (line !== '' && last) last.text += ` ${line.trim()}`;
    isNew = line === '';
  }
  return parts
    .map(({ isPoint, text }) => (isPoint ? `<p class="point">${write(text)}</p>` : `<p>${write(text)}</p>`))
    .join('\n');
}

const write = (text: string): string =>
  escapeHtml(text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')).replaceAll(/`([^`]*)`/g, '<code>$1</code>');

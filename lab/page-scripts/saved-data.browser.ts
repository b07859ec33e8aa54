// Shows the game's save next to the game, from the bridge messages that the portal reports.
import { requireElement } from './page-parts.browser.ts';

interface BridgeLine {
  readonly kind: string;
  readonly direction: string;
  readonly name: string;
  readonly detail?: unknown;
}

export function showSavedData(portalOrigin: string): void {
  const panel = requireElement<HTMLDetailsElement>('#saved');
  const entries = new Map<string, string>();
  window.addEventListener('message', ({ data, origin }: MessageEvent<{ type?: string; line?: BridgeLine } | null>) => {
    if (origin !== portalOrigin || data?.type !== 'fxid-lab' || data.line?.kind !== 'bridge') return;
    const { name, direction, detail } = data.line;
    if (name === 'ReadSave' && direction === 'answer') replaceEntries(entries, detail);
    else if (name === 'WriteSave' && direction === 'call') changeEntries(entries, detail);
    else return;
    render(panel, entries);
  });
}

function replaceEntries(entries: Map<string, string>, detail: unknown): void {
  const { entries: saved } = detail as { entries?: { key: string; value: string }[] };
  if (!saved) return;
  entries.clear();
  for (const { key, value } of saved) entries.set(key, value);
}

function changeEntries(entries: Map<string, string>, detail: unknown): void {
  const {
    values = {},
    remove = [],
    clear,
  } = detail as { values?: Record<string, string>; remove?: string[]; clear?: boolean };
  if (clear) entries.clear();
  for (const key of remove) entries.delete(key);
  for (const [key, value] of Object.entries(values)) entries.set(key, value);
}

function render(panel: HTMLElement, entries: ReadonlyMap<string, string>): void {
  const [note, list] = [panel.querySelector('p'), panel.querySelector('dl')];
  if (note) note.textContent = entries.size === 0 ? 'Nothing is saved.' : '';
  list?.replaceChildren(
    ...[...entries].map(([key, value]) => {
      const row = document.createElement('div');
      const [name, text] = [document.createElement('dt'), document.createElement('dd')];
      name.textContent = key;
      text.textContent = value.length > 500 ? `${value.slice(0, 500)}…` : value;
      row.append(name, text);
      return row;
    }),
  );
}

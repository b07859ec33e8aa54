// Writes the table of what each platform can do, from the manifests.
import type { CapabilityName, PlatformManifest } from './port.ts';

export function replaceCapabilityTable(text: string, registry: Readonly<Record<string, PlatformManifest>>): string {
  const [before, rest] = text.split(begin, 2);
  const after = rest?.split(end, 2)[1];
  if (before === undefined || after === undefined) throw new Error(`The text has no ${begin} … ${end}.`);
  return `${before}${begin}\n${capabilityTable(registry)}${end}${after}`;
}

const begin = '<!-- capabilities -->';
const end = '<!-- end of capabilities -->';

const columns: readonly (readonly [title: string, ...offers: CapabilityName[]])[] = [
  ['sign-in there', 'signIn'],
  ['rewarded video', 'video'],
  ['interstitial', 'interstitial'],
  ['banner', 'banner'],
  ['friends', 'friends'],
  ['invite', 'invites'],
  ['share', 'share'],
  ['favourites', 'favorites'],
  ['community', 'community'],
  ['review', 'reviews'],
  ['own statistics', 'stats'],
  ['own calls', 'native'],
];

function capabilityTable(registry: Readonly<Record<string, PlatformManifest>>): string {
  const rows = Object.entries(registry)
    .toSorted(([, a], [, b]) => (a.title < b.title ? -1 : 1))
    .map(([folder, manifest]) =>
      row([`[${manifest.title}](${folder}/)`, money(manifest), ...marks(manifest), rules(manifest)]),
    );
  const head = ['platform', 'money', ...columns.map(([title]) => title), 'forbids'];
  return [row(head), row(head.map(() => '---')), ...rows].join('');
}

function money({ purchases, storeCurrency }: PlatformManifest): string {
  if (purchases === undefined) return '';
  if (purchases === 'per-purchase') return 'its own or the portal’s providers';
  return purchases === 'portal' ? "the portal's providers" : (storeCurrency ?? 'its own');
}

const marks = ({ capabilities }: PlatformManifest): string[] =>
  columns.map(([, ...wanted]) => (wanted.some((offer) => capabilities.includes(offer)) ? 'yes' : ''));

const rules = ({ forbids = [] }: PlatformManifest): string => forbids.join(', ').replaceAll('-', ' ');

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;

// Writes the table of what each platform can do, from the manifests.
import { replaceMarkedTable } from '#kit/replace-marked-table.ts';
import { evidenceLabel, newGamesLabel } from '#model/vendor-evidence.ts';
import type { CapabilityName, PlatformManifest, ServerCapabilityName } from './port.ts';

export const replaceCapabilityTable = (text: string, registry: Readonly<Record<string, PlatformManifest>>): string =>
  replaceMarkedTable(text, 'capabilities', listRows(registry));

const columns: readonly (readonly [title: string, ...offers: (CapabilityName | ServerCapabilityName)[]])[] = [
  ['sign-in there', 'signIn'],
  ['rewarded video', 'video'],
  ['interstitial', 'interstitial'],
  ['banner', 'banner'],
  ['friends', 'friends'],
  ['invite', 'invites'],
  ['share', 'share'],
  ['favourites', 'favorites'],
  ['community', 'community'],
  ['links', 'links'],
  ['review', 'reviews'],
  ['leaderboards', 'leaderboards'],
  ['achievements', 'achievements'],
  ['storage', 'storage'],
  ['own statistics', 'stats'],
  ['own calls', 'native'],
];

function listRows(registry: Readonly<Record<string, PlatformManifest>>): string[][] {
  const rows = Object.entries(registry)
    .toSorted(([, a], [, b]) => (a.title < b.title ? -1 : 1))
    .map(([folder, manifest]) => [
      `[${manifest.title}](${folder}/)`,
      money(manifest),
      ...marks(manifest),
      rules(manifest),
      evidenceLabel(manifest.evidence),
      newGamesLabel(manifest),
    ]);
  const head = ['platform', 'money', ...columns.map(([title]) => title), 'forbids', 'evidence', 'new games'];
  return [head, ...rows];
}

function money({ purchases, storeCurrency }: PlatformManifest): string {
  if (purchases === undefined) return '';
  if (purchases === 'per-purchase') return 'its own or the portal’s providers';
  return purchases === 'portal' ? "the portal's providers" : (storeCurrency ?? 'its own');
}

function marks({ capabilities, serverCapabilities = [] }: PlatformManifest): string[] {
  const all = new Set<string>([...capabilities, ...serverCapabilities]);
  return columns.map(([, ...wanted]) => (wanted.some((offer) => all.has(offer)) ? 'yes' : ''));
}

const rules = ({ forbids = [] }: PlatformManifest): string => forbids.join(', ').replaceAll('-', ' ');

// Writes the table of payment providers, from the manifests.
import { replaceMarkedTable } from '#kit/replace-marked-table.ts';
import { evidenceLabel, newGamesLabel } from '#model/vendor-evidence.ts';
import type { ProviderManifest } from './port.ts';

export const replaceProviderTable = (text: string, registry: Readonly<Record<string, ProviderManifest>>): string =>
  replaceMarkedTable(text, 'providers', listRows(registry));

function listRows(registry: Readonly<Record<string, ProviderManifest>>): string[][] {
  const rows = Object.entries(registry)
    .toSorted(([, a], [, b]) => (a.title < b.title ? -1 : 1))
    .map(([folder, manifest]) => [
      `[${manifest.title}](${folder}/)`,
      manifest.paymentMethods.map(({ method }) => method).join(', '),
      manifest.currencies?.join(', ') ?? 'all',
      manifest.platforms?.join(', ') ?? '',
      evidenceLabel(manifest.evidence),
      newGamesLabel(manifest),
    ]);
  return [['provider', 'payment methods', 'currencies', 'only on', 'evidence', 'new games'], ...rows];
}

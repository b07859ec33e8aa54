// `games bundle`: writes the ZIP file that is uploaded to a platform which opens a page of its own hosting. The platform's
// adapter builds it.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { apiBase } from '#contract/api-base.ts';
import { chooseLocalizedText, fallbackLocale } from '#model/locale.ts';
import type { DatabaseCommandDeps } from '#server/db/run-database-command.ts';
import { loadPlatforms } from '#server/features/game-sign-in/load-platforms.ts';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { buildPageAddress } from '#server/page-address.ts';
import { readStoredGameConfig } from './save-game.ts';

interface BundleDeps extends Pick<DatabaseCommandDeps, 'config' | 'database' | 'sealer' | 'log' | 'now' | 'report'> {
  /** Where the command was called: the file is written there. */
  readonly from: string;
}

export async function bundleGame(
  {
    game,
    platform: folder,
    out,
  }: { readonly game: string; readonly platform: string; readonly out: string | undefined },
  { config, database, sealer, log, now, report, from }: BundleDeps,
): Promise<void> {
  const able = (await loadPlatforms()).filter(({ adapter }) => adapter.buildBundle);
  const { manifest, adapter } = able.find((each) => each.folder === folder) ?? {};
  if (!manifest || !adapter?.buildBundle)
    throw new Error(
      `${JSON.stringify(folder)} opens the portal's own page and needs no bundle, or is unknown. Bundles are for: ${able.map((each) => each.folder).join(', ')}.`,
    );
  const settings = manifest.settings
    ? await createAdapterSettings({ database, sealer, log }).read('platforms', folder, manifest.settings, game)
    : undefined;
  if (manifest.settings && settings === undefined)
    throw new Error(
      `${manifest.title} is not set up for ${game}: npm run settings -- platforms/${folder} --game ${game} < settings.json`,
    );
  const { GameOrientation: orientation, StorePage } = (await readStoredGameConfig(database.kysely, game)) ?? {};
  const { files, allowedHosts, steps } = await adapter.buildBundle(
    {
      game,
      title: StorePage ? chooseLocalizedText(StorePage.Title, fallbackLocale) : game,
      orientation: orientation === 'Horizontal' ? 'landscape' : orientation === 'Vertical' ? 'portrait' : undefined,
      playerUrl: buildPageAddress(config, `play/${game}/iframe/${folder}`).href,
      webhookUrl: new URL(`${config.basePath.slice(0, -1)}${apiBase}/hooks/${folder}/${game}`, config.publicUrl).href,
    },
    settings,
  );
  const file = resolve(from, out ?? `${game}-${folder}.zip`);
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  await writeFile(file, zipSync(Object.fromEntries(entries), { mtime: now() }));
  report(`${file} is written. It holds ${Object.keys(files).join(', ')}.`);
  report('Hosts to allow in the content security policy of the platform:');
  for (const [directive, hosts] of Object.entries(allowedHosts)) report(`  ${directive}: ${hosts.join(', ')}`);
  if (config.publicUrl.protocol !== 'https:')
    report(`PUBLIC_URL is ${config.publicUrl.origin}: platforms frame only https pages.`);
  report('Next:');
  for (const [number, step] of steps.entries()) report(`  ${number + 1}. ${step}`);
}

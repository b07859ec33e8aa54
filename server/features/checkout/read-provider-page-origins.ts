// Origins of a provider's pages that an operator set instead of the manifest's, for the portal or a game. The checkout
// page does not know its game, so it may frame all of them; the same operator set them.
import type { ProviderManifest } from '#payments/port.ts';
import type { Database } from '#server/db/database.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';

export type ReadProviderPageOrigins = (folder: string, manifest: ProviderManifest) => Promise<readonly string[]>;

export function createProviderPageOriginsReader({
  database,
  settings,
}: {
  readonly database: Database;
  readonly settings: AdapterSettings;
}): ReadProviderPageOrigins {
  return async (folder, { originsSetting, settings: schema }) => {
    if (originsSetting === undefined || !schema) return [];
    const rows = await database.kysely
      .selectFrom('adapter_settings')
      .select('game')
      .where('family', '=', 'payments')
      .where('adapter', '=', folder)
      .execute();
    const games = new Set([undefined, ...rows.map(({ game }) => game ?? undefined)]);
    const origins = new Set<string>();
    for (const game of games) {
      const found: Readonly<Record<string, unknown>> = (await settings.read('payments', folder, schema, game)) ?? {};
      const named = found[originsSetting];
      if (Array.isArray(named)) for (const origin of named) if (typeof origin === 'string') origins.add(origin);
    }
    return [...origins];
  };
}

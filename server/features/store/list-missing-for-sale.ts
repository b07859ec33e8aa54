// Lists what a game still lacks to sell in production. On a developer's machine all providers and platforms are
// simulated, so the command lists here what an operator must configure before players can pay.
import type { Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { StoreTable } from '#contract/console/products.ts';
import type { ProviderManifest } from '#payments/port.ts';
import * as payments from '#payments/registry.ts';
import type { Tables } from '#server/db/tables.ts';
import type { ProductEntry } from '#model/product-entry.ts';

export interface MissingForSale {
  readonly what: Static<typeof StoreTable>['Missing'][number];
  /** For the command line. */
  readonly text: string;
}

export async function listMissingForSale(
  db: Kysely<Tables>,
  game: string,
  entries: readonly ProductEntry[],
): Promise<MissingForSale[]> {
  const [row, settings, endpoint] = await Promise.all([
    db.selectFrom('games').select(['config', 'published']).where('game', '=', game).executeTakeFirst(),
    db
      .selectFrom('adapter_settings')
      .select(['family', 'adapter'])
      .where((eb) => eb.or([eb('game', 'is', null), eb('game', '=', game)]))
      .execute(),
    db.selectFrom('webhook_endpoints').select('game').where('game', '=', game).executeTakeFirst(),
  ]);
  if (!row || entries.length === 0) return [];
  const isSetUp = (family: string, adapter: string): boolean =>
    settings.some((each) => each.family === family && each.adapter === adapter);
  const flags: Readonly<Record<string, boolean | undefined>> = row.config.Store;
  const offered = Object.entries<ProviderManifest>(payments).filter(([, { storeFlag }]) => flags[storeFlag] === true);
  const able = offered.filter(([folder]) => isSetUp('payments', folder));
  return [
    ...(offered.length === 0
      ? [
          {
            what: 'Provider' as const,
            text: `a provider that is switched on: "Store" in its document (npm run -s games -- show ${game})`,
          },
        ]
      : []),
    ...(offered.length > 0 && able.length === 0
      ? [
          {
            what: 'ProviderSettings' as const,
            text: `the settings of a provider: npm run settings -- payments/${offered.map(([folder]) => folder).join(' or payments/')}`,
          },
        ]
      : []),
    ...(endpoint || row.config.PurchasesIn === 'Page'
      ? []
      : [
          {
            what: 'DeliveryAddress' as const,
            text: `a place for deliveries: npm run hooks -- set ${game} <https address>, its server collects them, or its page receives them: "PurchasesIn": "Page" in its document`,
          },
        ]),
    ...(row.published
      ? []
      : [{ what: 'Published' as const, text: `players who find it: npm run games -- unhide ${game}` }]),
  ];
}

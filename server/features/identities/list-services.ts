// The services that a player can connect to their games, such as a streaming account, and those that are connected.
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { AdapterSettings } from '#server/features/settings/adapter-settings.ts';
import type { LoadedIdentityAdapter } from './load-identity-adapters.ts';

export interface ServiceOfGame {
  readonly game: string;
  readonly service: string;
  readonly title: string;
  /** Settings that the browser needs to connect. Absent if the service is no longer set up for the game. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly connectedAs?: string;
}

export interface ListServicesDeps {
  readonly identities: readonly LoadedIdentityAdapter[];
  readonly settings: Pick<AdapterSettings, 'read'>;
}

/** @param game only this one of the player's games */
export async function listServices(
  db: Kysely<Tables>,
  { identities, settings }: ListServicesDeps,
  accountId: string,
  game: string | undefined,
): Promise<ServiceOfGame[]> {
  const offered = identities.filter(({ manifest }) => manifest.connection);
  const [games, connections] = await Promise.all([
    db
      .selectFrom('connected_games')
      .select('game')
      .where('account_id', '=', accountId)
      .$if(game !== undefined, (query) => query.where('game', '=', game ?? ''))
      .orderBy('game')
      .execute(),
    db
      .selectFrom('service_connections')
      .select(['game', 'service', 'external_id', 'name'])
      .where('account_id', '=', accountId)
      .execute(),
  ]);
  const listed = await Promise.all(
    games.flatMap(({ game: name }) =>
      offered.map(async ({ folder, manifest }): Promise<ServiceOfGame[]> => {
        const found = manifest.settings && (await settings.read('identities', folder, manifest.settings, name));
        const kept = connections.find((each) => each.game === name && each.service === folder);
        if (!found && !kept) return [];
        const named = Object.keys(manifest.connection?.options.properties ?? {});
        const options = found && Object.fromEntries(Object.entries(found).filter(([key]) => named.includes(key)));
        return [
          {
            game: name,
            service: folder,
            title: manifest.title,
            ...(options && { options }),
            ...(kept && { connectedAs: kept.name || kept.external_id }),
          },
        ];
      }),
    ),
  );
  return listed.flat();
}

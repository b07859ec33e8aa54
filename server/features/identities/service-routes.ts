import type { Database } from '#server/db/database.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { listServices, type ListServicesDeps } from './list-services.ts';
import { removeServiceConnection } from './service-connections.ts';

export function createServiceRoutes({
  database,
  ...deps
}: ListServicesDeps & { readonly database: Database }): Pick<
  AreaHandlers<'profile'>,
  'services' | 'disconnectService'
> {
  return {
    services: async ({ session, body }) => {
      const found = await listServices(database.kysely, deps, session.accountId, session.game ?? body.Game);
      return {
        Services: found.map(({ game, service, title, options, connectedAs }) => ({
          Game: game,
          Service: service,
          Title: title,
          ...(options && { Options: options }),
          ...(connectedAs !== undefined && { ConnectedAs: connectedAs }),
        })),
      };
    },
    disconnectService: async ({ session, body }) => ({
      Success: await removeServiceConnection(database, {
        accountId: session.accountId,
        game: body.Game,
        service: body.Service,
      }),
    }),
  };
}

// The stream of friends' activity, as server-sent events. It is outside the contract, whose calls have one response
// each. The token is in a header, so browsers read it with `fetch`.
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { apiBase } from '#contract/api-base.ts';
import { friendEventsPath } from '#model/friend.ts';
import { GameName } from '#model/game.ts';
import { Problem } from '#model/problem.ts';
import { object } from '#model/schema.ts';
import { createGamesReader } from '#server/features/games/read-games.ts';
import { isLimitedToOtherGame } from '#server/features/sessions/admit-session.ts';
import type { Sessions } from '#server/features/sessions/sessions.ts';
import { readAccountLocale } from '#server/features/friends/read-account-locale.ts';
import type { Database } from '#server/db/database.ts';
import type { PresenceDescriber } from './describe-presence.ts';
import type { PresenceConnection, PresenceHub } from './presence-hub.ts';

export interface MountPresenceDeps {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly hub: PresenceHub;
  readonly describeAll: PresenceDescriber['describeAll'];
  readonly perMinute: number;
}

const Query = object({ Game: Type.Optional(GameName) });

export function mountPresence(
  app: FastifyInstance,
  { database, sessions, hub, describeAll, perMinute }: MountPresenceDeps,
): void {
  const { kysely } = database;
  const { requireGame } = createGamesReader(database);
  app.get<{ Querystring: Static<typeof Query> }>(
    apiBase + friendEventsPath,
    {
      exposeHeadRoute: false,
      schema: { querystring: Query },
      config: { call: 'friends.events', isStream: true, rateLimit: { max: perMinute, timeWindow: 60_000 } },
    },
    async (request, reply) => {
      const session = await sessions.find(request.headers.authorization);
      if (!session) throw new Problem('Unauthenticated');
      request.session = session;
      const { Game: named } = request.query;
      if (isLimitedToOtherGame(session, named)) throw new Problem('SignInAgain');
      const game = named ?? session.game;
      if (game !== undefined) await requireGame(game);
      const locale = await readAccountLocale(kysely, session.accountId);
      const stream = createStream(reply.raw);
      const connection: PresenceConnection = {
        connectionId: randomUUID(),
        session,
        locale,
        game,
        send: (event, data) => stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
        touch: () => stream.write(':\n\n'),
        end: () => stream.end(),
      };
      if (!hub.open(connection)) throw new Problem('Overloaded');
      reply.raw.on('close', () => hub.close(connection));
      // Read after the connection is registered, so that no change is missed.
      const here = await describeAll(session).catch((error: unknown) => {
        hub.close(connection);
        throw error;
      });
      reply.hijack();
      stream.begin(reply.getHeaders(), `event: here\ndata: ${JSON.stringify(here)}\n\n`);
    },
  );
  hub.start();
  // Open streams would delay the shutdown.
  app.addHook('preClose', () => hub.stop());
}

const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Stops nginx from buffering.
  'x-accel-buffering': 'no',
};

const maxWaitingBytes = 256 * 1024;

/** Events written before the first message are sent after it. */
function createStream(raw: ServerResponse) {
  let early: string[] | undefined = [];
  let isEnded = false;
  const write = (text: string): void => {
    if (early) early.push(text);
    else if (raw.writableLength > maxWaitingBytes) raw.destroy();
    else if (!raw.writableEnded && !raw.destroyed) raw.write(text);
  };
  return {
    write,
    begin: (headers: object, first: string): void => {
      for (const [name, value] of Object.entries({ ...headers, ...streamHeaders }) as [string, string | undefined][])
        if (value !== undefined) raw.setHeader(name, value);
      raw.writeHead(200);
      const [behind, over] = [early ?? [], isEnded];
      early = undefined;
      for (const text of [first, ...behind]) write(text);
      if (over) raw.end();
    },
    end: (): void => {
      isEnded = true;
      if (!early) raw.end();
    },
  };
}

// The export of a day for developers. It is outside the contract, whose replies are JSON documents.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { apiBase } from '#contract/api-base.ts';
import { Day } from '#model/game-day.ts';
import { Problem } from '#model/problem.ts';
import { object, oneOf } from '#model/schema.ts';
import type { GameKeys } from '#server/features/game-keys/game-keys.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { createEventEncoder, eventContentTypes, eventFormats } from './event-formats.ts';
import { toDay } from './event-days.ts';
import type { EventStore } from './event-store.ts';
import { requireDay } from './game-days-route.ts';

/** A slow reader must not keep others from exporting. */
const maxExportMs = 600_000;

const Query = object({ Day, Format: Type.Optional(oneOf(eventFormats)) });

export interface MountExportDeps extends Pick<Infrastructure, 'log' | 'now'> {
  readonly store: EventStore;
  readonly gameKeys: Pick<GameKeys, 'find'>;
}

export function mountExport(app: FastifyInstance, { store, log, now, gameKeys }: MountExportDeps): void {
  // Each export needs its own connection.
  let isBusy = false;
  app.get<{ Querystring: Static<typeof Query> }>(
    `${apiBase}/analytics/export`,
    {
      exposeHeadRoute: false,
      schema: { querystring: Query },
      config: { call: 'analytics.export', isStream: true, rateLimit: { max: 30, timeWindow: 60_000 } },
    },
    async (request, reply) => {
      const key = await gameKeys.find(request.headers.authorization);
      if (!key) throw new Problem('Unauthenticated', "This call needs the credential of a game's server.");
      request.gameKey = key;
      const { game } = key;
      const { Format: format = 'ndjson' } = request.query;
      const day = requireDay('Day', request.query.Day);
      await store.requireReadable(day, toDay(now()));
      if (isBusy) throw new Problem('Overloaded', 'Another export is running. Try again in a moment.');
      isBusy = true;
      const stream = new PassThrough();
      const closed = new AbortController();
      reply.raw.once('close', () => closed.abort());
      const left = AbortSignal.any([closed.signal, AbortSignal.timeout(maxExportMs)]);
      const write = async (bytes: Uint8Array): Promise<void> => {
        if (bytes.length > 0 && !stream.write(bytes)) await once(stream, 'drain', { signal: left });
        left.throwIfAborted();
      };
      const encoder = createEventEncoder(format);
      store
        .readDayEvents({ day, game, userId: 'game' }, (events) => write(encoder.encode(events)))
        .then(() => stream.end(encoder.finish()))
        .catch((error: unknown) => {
          // The status is sent already: an aborted reply tells the caller that the file is incomplete.
          if (!closed.signal.aborted) log.error({ err: error, day, game }, 'An export of analytics events failed.');
          stream.destroy(error as Error);
        })
        .finally(() => (isBusy = false));
      return reply
        .type(eventContentTypes[format])
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${game}-${day}.${format}"`)
        .send(stream);
    },
  );
}

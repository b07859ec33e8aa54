// The values that a simulated platform stores for its players, until the lab ends.
import type { FastifyInstance } from 'fastify';
import { createSimulatorApi } from '#kit/simulator-api.server.ts';
import { createSimulatorRecords } from '#kit/simulator-records.server.ts';

/** Used by `updateSimulatedStorage` in simulator.browser.ts. */
export function mountSimulatedStorage(app: FastifyInstance): void {
  const players = createSimulatorRecords<Map<string, string>>();
  createSimulatorApi(app).post('/web/storage', ({ texts: { player = '' }, body }) => {
    const { set = {}, remove = [] } = body as { set?: Record<string, string>; remove?: readonly string[] };
    const values = players.get(player) ?? players.add(player, new Map());
    for (const key of remove) values.delete(key);
    for (const [key, value] of Object.entries(set)) values.set(key, value);
    return Object.fromEntries(values);
  });
}

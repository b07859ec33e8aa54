// The scores and achievements that a simulated platform has stored. Its page shows them (`createResultsEvent`).
import type { FastifyInstance } from 'fastify';
import { createSimulatorApi } from '#kit/simulator-api.server.ts';
import { memoizeBySimulatorUrl } from '#kit/simulator-records.server.ts';
import type { SimulatorEnvironment } from '../simulator-port.server.ts';

export interface SimulatedResults {
  /** @param name such as `leaderboard 17` */
  get(playerId: string, name: string): number | undefined;
  set(playerId: string, name: string, value: number): void;
}

/** @param toPlayerId the player's id at the vendor, from the one in the lab */
export function mountSimulatedResults(
  app: FastifyInstance,
  place: SimulatorEnvironment,
  toPlayerId = (labId: string): string => labId,
): SimulatedResults {
  const players = recordsAt(place);
  const read = (playerId: string): Map<string, number> => players.get(playerId) ?? new Map<string, number>();
  createSimulatorApi(app).post('/client/results', ({ texts: { player = '' } }) => ({
    results: [...read(toPlayerId(player))].map(([name, value]) => `${name}: ${value}`),
  }));
  return {
    get: (playerId, name) => read(playerId).get(name),
    set: (playerId, name, value) => void players.set(playerId, read(playerId).set(name, value)),
  };
}

const recordsAt = memoizeBySimulatorUrl(() => new Map<string, Map<string, number>>());

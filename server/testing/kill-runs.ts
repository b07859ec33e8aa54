// Kills the server or its PostgreSQL repeatedly under writes. Tests assert the results; the benchmark prints the times.
import { buildEmbeddedConnection } from '#server/db/cluster-location.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { waitForProcessExit } from '#server/db/running-process.ts';
import { eventually } from './eventually.ts';
import type { KillableServer } from './killable-server.ts';
import { countRefusals, startLanguageWriters } from './language-writers.ts';
import { serverTimeoutMs } from './server-process.ts';

export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  /** Lost acknowledged writes, and invalid responses. Both must be empty. */
  readonly lost: readonly string[];
  readonly broken: readonly string[];
  readonly refusals: Readonly<Record<string, number>>;
  readonly readyMs: readonly number[];
}

export const killServers = (server: KillableServer, kills: number): Promise<KillReport> =>
  killRepeatedly(server, kills, killServer);

export const killDatabases = (server: KillableServer, kills: number): Promise<KillReport> =>
  killRepeatedly(server, kills, killDatabase);

export async function killServer(server: KillableServer): Promise<void> {
  server.process().signal('SIGKILL');
  await server.process().exited;
  await (await server.start()).untilReady();
}

export async function killDatabase(server: KillableServer): Promise<void> {
  const killed = server.postmasterPid();
  if (killed === undefined) throw new Error('The server has no PostgreSQL that could be killed.');
  process.kill(killed, 'SIGKILL');
  await waitForProcessExit(killed, serverTimeoutMs);
  // Old connections may still respond for a moment; a new one needs the new postmaster.
  await eventually(async () => (await askDatabase(server.dataDir)) === 1, serverTimeoutMs);
  // The same process: an exited server is an error here.
  await server.process().untilReady();
}

async function killRepeatedly(
  server: KillableServer,
  kills: number,
  killAndWait: (server: KillableServer) => Promise<void>,
): Promise<KillReport> {
  const writers = startLanguageWriters({ tokens: server.tokens(), address: () => server.process().address });
  const readyMs: number[] = [];
  try {
    await writers.checkAll();
    for (let kill = 0; kill < kills; kill += 1) {
      const begin = performance.now();
      await killAndWait(server);
      readyMs.push(performance.now() - begin);
      await writers.checkAll();
    }
  } finally {
    await writers.stop();
  }
  const { players } = writers;
  const lost = players.flatMap((player) => player.lost);
  const broken = players.flatMap((player) => player.broken);
  return { kills, acknowledged: writers.acknowledged(), lost, broken, refusals: countRefusals(players), readyMs };
}

async function askDatabase(dataDir: string): Promise<number | null> {
  return withSingleConnection(
    buildEmbeddedConnection(dataDir),
    async (client) => (await client.query('SELECT 1')).rowCount,
  );
}

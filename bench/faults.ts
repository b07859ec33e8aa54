// Time until a server is ready again after being killed during writes, and duration of a clean stop. The bench fails if
// a time exceeds its limit or an acknowledged write is lost.
import { startKillableServer } from '#server/testing/killable-server.ts';
import { killDatabases, killServers, type KillReport } from '#server/testing/kill-runs.ts';
import { startLanguageWriters } from '#server/testing/language-writers.ts';

const kills = 20;
const stops = 5;
const readyBoundMs = 5000;
const stopBoundMs = 5000;

export async function measureFaults(print: (line: object) => void): Promise<void> {
  await using server = await startKillableServer();
  await server.process().untilReady();
  const servers = await killServers(server, kills);
  print(recovery('recovery-after-server-kill', servers));
  const databases = await killDatabases(server, kills);
  print(recovery('recovery-after-database-kill', databases));
  const stopMs = await timeStops();
  print({ measure: 'stop-under-load', stops, ...spread('Stop', stopMs), boundMs: stopBoundMs });

  const problems = [servers, databases].flatMap(({ lost, broken }) => [...lost, ...broken]);
  if (Math.max(...servers.readyMs, ...databases.readyMs) > readyBoundMs)
    problems.push(`a server was not ready again within ${readyBoundMs} ms`);
  if (Math.max(...stopMs) > stopBoundMs) problems.push(`a stop took longer than ${stopBoundMs} ms`);
  if (problems.length > 0) throw new Error(`After a fault: ${problems.join('; ')}.`);
}

function recovery(measure: string, { kills, acknowledged, lost, readyMs }: KillReport): object {
  return { measure, kills, acknowledged, lost: lost.length, ...spread('Ready', readyMs), boundMs: readyBoundMs };
}

async function timeStops(): Promise<number[]> {
  await using server = await startKillableServer();
  const times: number[] = [];
  for (let stop = 0; stop < stops; stop += 1) {
    if (stop > 0) await server.start();
    const current = server.process();
    await current.untilReady();
    const writers = startLanguageWriters({ tokens: server.tokens(), address: () => current.address });
    try {
      await writers.checkAll();
      const begin = performance.now();
      current.signal('SIGTERM');
      const { code } = await current.exited;
      times.push(performance.now() - begin);
      if (code !== 0) throw new Error(`The server stopped with ${code}. It printed:\n${current.output()}`);
    } finally {
      await writers.stop();
    }
  }
  return times;
}

function spread(name: 'Ready' | 'Stop', valuesMs: readonly number[]): Record<string, number> {
  const sorted = valuesMs.toSorted((a, b) => a - b).map(Math.round);
  return { [`median${name}Ms`]: sorted[Math.floor(sorted.length / 2)] ?? 0, [`slowest${name}Ms`]: sorted.at(-1) ?? 0 };
}

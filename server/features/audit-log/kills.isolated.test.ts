// kill -9 during operators' work: a change and its entry are there together, or neither is.
import { request as sendRequest } from 'node:http';
import { expect, test } from 'vitest';
import { buildEmbeddedConnection } from '#server/db/cluster-location.ts';
import { withSingleConnection } from '#server/db/with-single-connection.ts';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { killServer } from '#server/testing/kill-runs.ts';
import { startKillableServer } from '#server/testing/killable-server.ts';

const kills = chooseDrillSize(1, 20);
const timeout = chooseDrillSize(180_000, 900_000);
const writers = 4;

test('after kills every change has its entry, and every entry its change', { timeout }, async () => {
  await using server = await startKillableServer();
  await server.process().untilReady();
  const call = (path: string, body: object, cookie?: string) =>
    callConsole(server.process().address, path, body, cookie);
  const { cookie } = await call('/lab/sign_in_operator', { Role: 'owner' });
  if (cookie === undefined) throw new Error('The lab signed nobody in.');
  const acknowledged = new Map<string, string>();
  const end = new AbortController();
  const work = Array.from({ length: writers }, async (_, writer) => {
    const Studio = `writer-${writer}`;
    for (let count = 0; !end.signal.aborted; count++) {
      const Name = `${Studio} ${count}`;
      const body = { Studio, Name, IsTrusted: count % 2 === 0, Games: [] };
      const { status } = await call('/api/v1/operator/operators/save_studio', body, cookie).catch(() => ({
        status: 0,
      }));
      if (status === 200) acknowledged.set(Studio, Name);
      // While the server is away.
      else await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  const counts: number[] = [];
  try {
    for (let kill = 0; kill < kills; kill++) {
      await eventuallyMore(acknowledged);
      await killServer(server);
      counts.push(await compare(server.dataDir, acknowledged));
    }
  } finally {
    end.abort();
    await Promise.all(work);
  }
  expect(counts).toHaveLength(kills);
  // Each round has changed something.
  expect(new Set(counts).size).toBe(kills);
});

/** Waits until some change has been acknowledged since the call. */
async function eventuallyMore(acknowledged: ReadonlyMap<string, string>): Promise<void> {
  const before = [...acknowledged.values()].join();
  while ([...acknowledged.values()].join() === before) await new Promise((resolve) => setTimeout(resolve, 5));
}

interface Change {
  readonly studio: string;
  readonly before: string | null;
  readonly after: string;
}

/** Entries form an unbroken chain that ends with the state of each studio. Returns the number of entries. */
async function compare(dataDir: string, acknowledged: ReadonlyMap<string, string>): Promise<number> {
  return withSingleConnection(buildEmbeddedConnection(dataDir), async (client) => {
    const known = new Map(acknowledged);
    // One snapshot, while the writers go on.
    await client.query('begin isolation level repeatable read');
    const { rows: studios } = await client.query<{ studio: string; name: string }>(
      "select studio, name from studios where studio like 'writer-%'",
    );
    const { rows: changes } = await client.query<Change>(
      `select object_id as studio, before ->> 'Name' as before, after ->> 'Name' as after from audit_log
       where object_kind = 'studio' and object_id like 'writer-%' order by entry_id`,
    );
    await client.query('commit');
    const state = new Map<string, string>();
    for (const { studio, before, after } of changes) {
      expect(before, `an entry of ${studio} continues the one before`).toBe(state.get(studio) ?? null);
      state.set(studio, after);
    }
    expect(new Map(studios.map(({ studio, name }) => [studio, name]))).toEqual(state);
    const written = new Set(changes.map(({ after }) => after));
    for (const name of known.values()) expect(written.has(name), `${name} was acknowledged`).toBe(true);
    return changes.length;
  });
}

function callConsole(
  address: string,
  path: string,
  body: object,
  cookie?: string,
): Promise<{ status: number; cookie: string | undefined }> {
  const { port } = new URL(address);
  const host = `console.localhost:${port}`;
  const headers = {
    host,
    origin: `http://${host}`,
    'content-type': 'application/json',
    ...(cookie !== undefined && { cookie }),
  };
  return new Promise((resolve, reject) => {
    sendRequest({ host: '127.0.0.1', port, path, method: 'POST', headers, timeout: 30_000 }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, cookie: response.headers['set-cookie']?.[0]?.split(';', 1)[0] }),
      );
    })
      .on('timeout', function (this: { destroy: (error: Error) => void }) {
        this.destroy(new Error('The server did not answer.'));
      })
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}

// The bench against a stand-in with Nakama's calls, because Nakama is rarely installed.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { productionSettings } from '#server/testing/production-settings.ts';
import { findNakama, measureNakama } from './nakama.ts';

const tested = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'fxid-nakama-'));
afterAll(async () => {
  await tested.drop();
  await rm(folder, { recursive: true });
});

const standIn = `#!${process.execPath}
const { createServer } = require('node:http');
const args = process.argv.slice(2);
const valueOf = (name) => args[args.indexOf(name) + 1];
if (!new URL(valueOf('--database.address')).pathname.startsWith('/nakama')) process.exit(1);
if (args[0] === 'migrate') process.exit(args[1] === 'up' ? 0 : 1);
const key = 'Basic ' + Buffer.from(valueOf('--socket.server_key') + ':').toString('base64');
const reply = (response, status, body) => {
  const text = JSON.stringify(body);
  response.writeHead(status, { 'Content-Length': Buffer.byteLength(text) }).end(text);
};
createServer((request, response) => {
  const { method, url, headers } = request;
  let text = '';
  request.on('data', (chunk) => (text += chunk)).on('end', () => {
    if (url === '/') return reply(response, 200, {});
    if (method === 'POST' && url === '/v2/account/authenticate/device?create=true' && headers.authorization === key)
      return reply(response, 200, { created: true, token: 'token of ' + JSON.parse(text).id });
    const isSession = headers.authorization?.startsWith('Bearer token of ');
    if (method === 'GET' && url === '/v2/account' && isSession) return reply(response, 200, { user: {} });
    reply(response, 404, { method, url });
  });
}).listen(Number(valueOf('--socket.port')), valueOf('--socket.address'));
`;

test('Nakama is found by its setting or in PATH', async () => {
  const program = join(folder, 'nakama');
  await writeFile(program, standIn);
  expect(await findNakama({ PATH: folder })).toBeUndefined();
  await chmod(program, 0o755);
  expect(await findNakama({ PATH: `/nowhere:${folder}` })).toBe(program);
  expect(await findNakama({ NAKAMA_PATH: program, PATH: '' })).toBe(program);
  expect(await findNakama({ NAKAMA_PATH: '/nowhere/nakama', PATH: folder })).toBeUndefined();
});

// Without /proc there is no CPU time to read.
test.skipIf(process.platform !== 'linux')(
  'both servers create and read accounts, and the figures are compared',
  async () => {
    const program = join(folder, 'nakama-to-run.cjs');
    await writeFile(program, standIn, { mode: 0o755 });
    const { database, connection } = tested;
    await insertDemoContent(database);
    await database.kysely.updateTable('games').set({ import_allowed: true }).execute();
    const gameKey = await createGameKeys(database, createSealer(productionSettings.SECRET)).create('gem-miner');
    const lines: object[] = [];
    await measureNakama({
      program,
      connection,
      settings: { ...productionSettings, HOST: '127.0.0.1', REQUESTS_PER_MINUTE: '9999999' },
      folder,
      gameKey,
      databaseCpuMs: () => 0,
      print: (line) => void lines.push(line),
      rounds: 1,
      requests: 64,
    });
    const figure = expect.any(Number) as number;
    expect(lines).toEqual(
      ['nakama-create-account', 'nakama-read-account'].map((measure) => ({
        measure,
        requestsPerSecond: figure,
        nakamaRequestsPerSecond: figure,
        throughputRatio: figure,
        cpuMsWithDatabase: figure,
        nakamaCpuMsWithDatabase: figure,
        cpuRatio: figure,
      })),
    );
  },
);

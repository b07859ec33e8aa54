// The bench against a stand-in with Nakama's calls, because Nakama is rarely installed.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { compareSides, findNakama, startNakama } from './nakama.ts';

const folder = await mkdtemp(join(tmpdir(), 'fxid-nakama-'));
afterAll(() => rm(folder, { recursive: true }));

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

// CPU time is read from /proc, which only Linux has.
test.skipIf(process.platform !== 'linux')('accounts are created and read, and the figures are compared', async () => {
  const program = join(folder, 'nakama-to-run.cjs');
  await writeFile(program, standIn, { mode: 0o755 });
  const connection = { host: '/nowhere', port: 5432, user: 'fxid', password: 'a/b', database: 'nakama' };
  const side = await startNakama({ program, folder }, connection);
  const lines: object[] = [];
  try {
    const size = { rounds: 1, warmUpRounds: 1, requests: 64 };
    await compareSides({ ours: side, nakama: side }, size, {
      databaseCpuMs: () => 0,
      print: (line) => void lines.push(line),
    });
  } finally {
    await side.server.stop();
  }
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
});

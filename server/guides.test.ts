// Runs the examples of the guides, so that they stay true.
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAccountId, insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { readHooksArguments } from '#server/features/deliveries/hooks-arguments.ts';
import { createSigningSecret, createSignatureHeaders } from '#server/features/deliveries/sign-delivery.ts';
import { findFreePorts } from '#server/testing/find-free-ports.ts';
import { runModule } from '#server/testing/run-module.ts';
import { readConfig } from './config.ts';

const guide = (name: string) => readFile(new URL(`../docs/guides/${name}.md`, import.meta.url), 'utf8');
const blocks = (text: string, language: string) =>
  [...text.matchAll(/```(\w+)\n(.*?)```/gs)].filter(([, found]) => found === language).map(([, , code]) => code ?? '');

let server: TestApp;
let url: string;

beforeAll(async () => {
  server = await createTestApp();
  await insertDemoContent(server.database);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterAll(() => server[Symbol.asyncDispose]());

test('the commands of the API guide work', async () => {
  const { token } = await server.sessions.begin(demoAccountId('Ada'));
  const [shell = ''] = blocks(await guide('calls'), 'sh');
  const commands = shell
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.startsWith('curl'));
  expect(commands).toHaveLength(2);
  for (const command of commands) {
    const [, path = ''] = /http:\/\/localhost:8080(\S+)/.exec(command) ?? [];
    const [, body = ''] = /-d '([^']+)'/.exec(command) ?? [];
    const response = await fetch(url + path, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...(command.includes('Bearer') && { authorization: `Bearer ${token}` }),
      },
    });
    expect(response.status, command).toBe(200);
  }
});

test('the problem in the API guide is what the server returns', async () => {
  const [json = ''] = blocks(await guide('calls'), 'json');
  const shown = JSON.parse(json) as { instance: string; RequestId: string };
  const answer = (await (await fetch(url + shown.instance)).json()) as { RequestId: string };
  expect({ ...answer, RequestId: '' }).toEqual({ ...shown, RequestId: '' });
  expect(answer.RequestId).toHaveLength(shown.RequestId.length);
});

test('the TypeScript of the API guide runs', async () => {
  const [code = ''] = blocks(await guide('calls'), 'ts');
  const { nextLine, exited } = runModule(code.replace('http://localhost:8080', url));
  expect(await nextLine()).toContain('Gem Miner');
  expect((await exited).code).toBe(0);
});

test('the TypeScript of the games guide signs an accepted assertion, and verifies our token', async () => {
  const [signing = '', checking = ''] = blocks(await guide('games'), 'ts');
  const key = await createGameKeys(server.database, server.sealer).create('gem-miner');
  const call = (path: string, body: object, token?: string) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    }).then((answer) => answer.json() as Promise<Record<string, never>>);
  const signed = runModule(`${signing}\nconsole.log(await vouchFor('uid-77', 'gem-miner', '${key}'));`);
  const word = { Token: await signed.nextLine(), Game: 'gem-miner', Standalone: true };
  const { ConnectedData } = await call('/api/v1/auth/authenticate_from_game', word);
  const { Token, AccountId } = ConnectedData ?? ({} as Record<string, string>);
  const { ConnectedGame } = await call('/api/v1/profile/fetch_fxid_game_connection', { Game: 'gem-miner' }, Token);
  const { GameJwt } = ConnectedGame ?? ({} as Record<string, string>);
  // The keys come from the test's address; the issuer is the configured one.
  const code = checking.replace('${portal}/.well-known', `${url}/.well-known`);
  const checked = runModule(`${code}\nconsole.log(JSON.stringify(await playerOf('${GameJwt}', 'gem-miner')));`);
  expect(JSON.parse(await checked.nextLine())).toEqual({ accountId: AccountId, gameUid: 'uid-77' });
  const elsewhere = runModule(`${code}\nawait playerOf('${GameJwt}', 'sky-courier');`);
  expect((await elsewhere.exited).code).not.toBe(0);
});

test("the purchase guide's receiver grants each signed delivery once", async () => {
  const text = await guide('purchases');
  const [receiver = ''] = blocks(text, 'ts');
  const [shown = ''] = blocks(text, 'json');
  const [port] = await findFreePorts();
  const secret = createSigningSecret();
  const code = receiver.replace('whsec_…', secret).replace('4000', String(port));
  const running = runModule(code.replace(/127\.0\.0\.1'\);\s*$/, "127.0.0.1', () => console.log('listening'));"));
  expect(await running.nextLine()).toBe('listening');
  const send = (body: string, id: string, secrets = [secret]) =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: createSignatureHeaders({ id, body, sentAt: new Date(), secrets }),
      body,
    });
  const paid = JSON.parse(shown) as { data: { delivery_id: string } };
  const id = paid.data.delivery_id;
  expect((await send(shown, id, [createSigningSecret()])).status).toBe(401);
  for (const secrets of [[secret], [createSigningSecret(), secret]])
    expect((await send(shown, id, secrets)).status).toBe(204);
  const revoked = { type: 'order.revoked', data: { ...paid.data, delivery_id: 'another' } };
  expect((await send(JSON.stringify(revoked), 'another')).status).toBe(204);
  // Granted once, although it arrived twice.
  expect([await running.nextLine(), await running.nextLine()]).toEqual([
    'order.paid g-7 gems-100',
    'order.revoked g-7 gems-100',
  ]);
  const question = { type: 'order.dry_run', data: { products: [{ sku: 'lamp' }, { sku: 'sold-out' }] } };
  expect(await (await send(JSON.stringify(question), 'dry')).json()).toEqual({
    products: [
      { sku: 'lamp', can_buy: true },
      { sku: 'sold-out', can_buy: false },
    ],
  });
});

test('the commands of the purchase guide are valid', async () => {
  const lines = blocks(await guide('purchases'), 'sh').flatMap((block) => block.split('\n'));
  const commands = lines.flatMap((line) => /^npm run hooks -- ([^#<]+)/.exec(line)?.[1] ?? []);
  expect(commands.length).toBeGreaterThan(7);
  for (const command of commands) expect(() => readHooksArguments(command.trim().split(/\s+/)), command).not.toThrow();
});

test("the operators' guide lists exactly the existing settings", async () => {
  const read = new Set<string>();
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
  const table = (await guide('operators')).matchAll(/^\| `([A-Z0-9_]+)` \|/gm);
  expect([...table].map(([, name]) => name ?? '').sort()).toEqual([...read].sort());
});

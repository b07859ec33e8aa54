// What the guides show is run here, so that it stays true.
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountIdOf, loadDemoContent } from '#lab/demo/load-demo-content.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { runModule } from '#server/testing/run-module.ts';
import { readConfig } from './config.ts';

const guide = (name: string) => readFile(new URL(`../docs/guides/${name}.md`, import.meta.url), 'utf8');
const blocks = (text: string, language: string) =>
  [...text.matchAll(/```(\w+)\n(.*?)```/gs)].filter(([, found]) => found === language).map(([, , code]) => code ?? '');

let server: TestApp;
let url: string;

beforeAll(async () => {
  server = await createTestApp();
  await loadDemoContent(server.database);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterAll(() => server[Symbol.asyncDispose]());

test('the commands of the guide to calls answer', async () => {
  const { token } = await server.sessions.begin(accountIdOf('Ada'));
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

test('the problem in the guide to calls is what the server answers', async () => {
  const [json = ''] = blocks(await guide('calls'), 'json');
  const shown = JSON.parse(json) as { instance: string; RequestId: string };
  const answer = (await (await fetch(url + shown.instance)).json()) as { RequestId: string };
  expect({ ...answer, RequestId: '' }).toEqual({ ...shown, RequestId: '' });
  expect(answer.RequestId).toHaveLength(shown.RequestId.length);
});

test('the TypeScript of the guide to calls runs', async () => {
  const [code = ''] = blocks(await guide('calls'), 'ts');
  const { nextLine, exited } = runModule(code.replace('http://localhost:8080', url));
  expect(await nextLine()).toContain('Gem Miner');
  expect((await exited).code).toBe(0);
});

test("the operators' guide lists every setting, and none that is not there", async () => {
  const read = new Set<string>();
  readConfig(new Proxy({}, { get: (_, name) => void read.add(String(name)) }));
  const table = (await guide('operators')).matchAll(/^\| `([A-Z_]+)` \|/gm);
  expect([...table].map(([, name]) => name ?? '').sort()).toEqual([...read].sort());
});

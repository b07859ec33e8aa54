import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createBrowser } from '#server/testing/test-browser.ts';
import { readOperatorsArguments, runOperatorsCommand } from './run-operators-command.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
});
afterAll(() => server[Symbol.asyncDispose]());

async function run(words: readonly string[], withMail = false): Promise<string> {
  const said: string[] = [];
  await runOperatorsCommand(readOperatorsArguments(words), {
    database: server.database,
    consoleUrl: new URL('http://console.localhost:8080'),
    queueMail: withMail ? async (_, mail) => void server.mails.push(mail) : undefined,
    operator: 'root on portal',
    report: (line) => void said.push(line),
  });
  return said.join('\n');
}

const lastEntry = () =>
  server.database.kysely
    .selectFrom('audit_log')
    .select(['actor_kind', 'actor_name', 'action', 'before', 'after'])
    .orderBy('entry_id', 'desc')
    .limit(1)
    .executeTakeFirst();

test('the first operator gets a link, with which they sign in', async () => {
  expect(await run(['list'])).toContain('No operators. Add one');
  const said = await run(['add', 'Ann@Example.com', '--role', 'owner', '--name', 'Ann']);
  const token = /#token=(fxj_\S+)/.exec(said)?.[1] ?? '';
  expect(await createBrowser(server.consoleApp).client.console.openLink({ Token: token })).toMatchObject({
    Stage: 'AddSecondFactor',
  });
  expect(await run(['list'])).toMatch(/ann@example.com {2}owner {2}Ann {2}no second factor yet/);
  expect(await lastEntry()).toMatchObject({ action: 'console.openLink' });
});

test('with a mail server the link is mailed, and an older one ends', async () => {
  const said = await run(['add', 'bob@example.com', '--role', 'support']);
  const token = /#token=(fxj_\S+)/.exec(said)?.[1] ?? '';
  expect(await run(['add', 'bob@example.com', '--role', 'editor'], true)).not.toContain('fxj_');
  expect(server.mails.at(-1)).toMatchObject({ to: 'bob@example.com', template: 'operator-invitation' });
  await expect(createBrowser(server.consoleApp).client.console.openLink({ Token: token })).rejects.toMatchObject({
    code: 'TokenExpiredOrUsed',
  });
  expect(await lastEntry()).toMatchObject({
    actor_kind: 'command',
    actor_name: 'root on portal',
    action: 'operators add',
    after: { Email: 'bob@example.com', Role: 'editor' },
  });
});

test('operators are changed, reset and removed, but never the only owner', async () => {
  await run(['add', 'cleo@example.com', '--role', 'support']);
  expect(await run(['change', 'cleo@example.com', '--role', 'finance'])).toBe('cleo@example.com is changed.');
  expect(await lastEntry()).toMatchObject({ before: { Role: 'support' }, after: { Role: 'finance' } });
  expect(await run(['change', 'cleo@example.com', '--role', 'finance'])).toBe('Nothing changed.');
  expect(await run(['reset-factor', 'cleo@example.com'])).toContain('has no second factor any more');
  expect(await run(['remove', 'cleo@example.com'])).toContain('is no longer an operator');
  await expect(run(['remove', 'cleo@example.com'])).rejects.toThrow('is no operator');
  await expect(run(['remove', 'ann@example.com'])).rejects.toThrow('the only owner');
  await expect(run(['change', 'ann@example.com', '--role', 'admin'])).rejects.toThrow('the only owner');
});

test('a studio has games and operators', async () => {
  await expect(run(['add', 'dev@example.com', '--role', 'studio', '--studio', 'acme'])).rejects.toThrow(
    'no studio acme',
  );
  await run(['studio', 'acme', '--name', 'Acme', '--games', 'gem-miner']);
  await run(['add', 'dev@example.com', '--role', 'studio', '--studio', 'acme']);
  expect(await run(['list'])).toContain('studio acme  Acme  needs approvals  gem-miner');
  await run(['studio', 'acme', '--trusted']);
  expect(await run(['list'])).toContain('studio acme  Acme  trusted  gem-miner');
  await expect(run(['studio', 'other', '--games', 'gem-miner'])).rejects.toThrow('belongs to another studio');
  await expect(run(['studio', 'other', '--games', 'no-such-game'])).rejects.toThrow('No game is named');
  await expect(run(['add', 'x@example.com', '--role', 'support', '--studio', 'acme'])).rejects.toThrow('no others');
});

test('wrong arguments are refused', async () => {
  expect(() => readOperatorsArguments(['add', 'x@example.com'])).toThrow('--role is missing');
  expect(() => readOperatorsArguments(['add', 'x@example.com', '--role', 'king'])).toThrow("king isn't one of owner");
  await expect(run(['add', 'nonsense', '--role', 'owner'])).rejects.toThrow("isn't an email address");
});

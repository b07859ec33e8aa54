import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

const log = pino({ level: 'silent' });
const example = join(import.meta.dirname, '../../../docs/examples/content');
const Files = readdirSync(example, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'content.json')
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => ({ Path: relative(example, file).replaceAll(sep, '/'), Text: readFileSync(file, 'utf8') }));

let server: TestApp;
let key: string;
beforeAll(async () => {
  server = await createTestApp();
  key = await createOperatorKeys(server.database).create('console', ['content']);
});
afterAll(() => server[Symbol.asyncDispose]());
const operator = () => server.client(key).operator;

beforeEach(async () => {
  const { kysely } = server.database;
  for (const table of [
    'document_versions',
    'documents',
    'news',
    'word_lists',
    'content_changes',
    'games',
    'portal',
    'currency_rates',
  ] as const)
    await kysely.deleteFrom(table).execute();
});

const withFile = (Path: string, Text: string) => [...Files.filter((file) => file.Path !== Path), { Path, Text }];

test('calls compare and apply content with the version that was read, and the journal names the key', async () => {
  const { Version, Differences } = await operator().compareContent({ Files });
  expect(Differences.map(({ Change, Path }) => `${Change} ${Path}`)).toContain('Added games/sky-hop/game.json');
  const applied = await operator().applyContent({ Version, Files });
  expect(applied.Differences).toEqual(Differences);
  const read = await operator().content({});
  expect(read.Version).toBe(applied.Version);
  expect(await operator().compareContent({ Files: read.Files })).toEqual({
    Version: read.Version,
    Differences: [],
    Notes: [],
  });
  expect(await operator().applyContent({ Version: read.Version, Files })).toEqual({
    Version: read.Version,
    Differences: [],
    Notes: [],
  });
  const { Changes } = await operator().contentChanges({});
  expect(Changes).toMatchObject([{ Operator: 'console', Version: applied.Version }]);
  expect(Changes[0]?.Summary.join('\n')).toContain('Added games/sky-hop/products.json: + stars_100, golden_cloud');
  const { Games } = await server.client().games.list({});
  expect(Games.map(({ GameSystemName }) => GameSystemName)).toEqual(['sky-hop']);
});

test('an outdated version is rejected', async () => {
  const { Version } = await operator().content({});
  await operator().applyContent({ Version, Files });
  const stale = operator().applyContent({ Version, Files: withFile('words.json', '["other"]') });
  await expect(stale).rejects.toMatchObject({ status: 409, code: 'Conflict' });
  await expect(stale).rejects.toThrow('The last to apply content was console');
});

test('of several concurrent changes with the same version one succeeds, and nothing is mixed', async () => {
  const { Version } = await operator().content({});
  const word = (n: number) => withFile('words.json', JSON.stringify([`word ${n}`]));
  const tries = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((n) => operator().applyContent({ Version, Files: word(n) })),
  );
  const won = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const lost = tries.flatMap((each) =>
    each.status === 'rejected' ? [(each.reason as { status: number }).status] : [],
  );
  expect(won).toHaveLength(1);
  expect(lost).toEqual([409, 409, 409, 409]);
  expect((await operator().content({})).Version).toBe(won[0]?.Version);
  expect((await operator().contentChanges({})).Changes).toHaveLength(1);
});

test('an invalid folder is answered with each invalid file, and a hostile path is rejected', async () => {
  const { Version } = await operator().content({});
  const wrong = [...withFile('portal.json', '{"Nme": 1}'), { Path: '../../etc/passwd', Text: 'x' }];
  for (const call of [
    () => operator().compareContent({ Files: wrong }),
    () => operator().applyContent({ Version, Files: wrong }),
  ]) {
    const fault = (await call().catch((error: unknown) => error)) as { status: number; code: string; fields: object };
    expect(fault).toMatchObject({ status: 400, code: 'InvalidRequest' });
    expect(fault.fields).toMatchObject({
      'portal.json': '/Nme is an unknown field: remove it',
      '../../etc/passwd': expect.stringContaining("isn't a file of a content folder") as string,
    });
  }
  const twice = [...Files, { Path: 'words.json', Text: '[]' }];
  await expect(operator().compareContent({ Files: twice })).rejects.toMatchObject({ status: 400 });
  expect((await operator().content({})).Files).toEqual([]);
});

test('an Id that belongs to another game, or is used twice, is rejected', async () => {
  const { Version } = await operator().content({});
  await operator().applyContent({ Version, Files });
  const read = await operator().content({});
  const game = read.Files.find(({ Path }) => Path === 'games/sky-hop/game.json')?.Text ?? '';
  const copied = [
    ...read.Files,
    { Path: 'games/sky-hop-two/game.json', Text: game.replaceAll('"sky-hop"', '"sky-hop-two"') },
  ];
  await expect(operator().compareContent({ Files: copied })).rejects.toMatchObject({
    status: 400,
    code: 'InvalidRequest',
  });
  const news = read.Files.find(({ Path }) => Path === 'news.json')?.Text ?? '';
  const list = JSON.stringify([...(JSON.parse(news) as object[]), ...(JSON.parse(news) as object[])]);
  const doubled = read.Files.map((file) => (file.Path === 'news.json' ? { ...file, Text: list } : file));
  await expect(operator().compareContent({ Files: doubled })).rejects.toMatchObject({ status: 400 });
});

test('no key can change settings for sign-in and payments', async () => {
  const settings = createAdapterSettings({
    database: server.database,
    sealer: server.sealer,
    log,
  });
  await settings.write('identities', 'twitch', {
    ClientId: 'a',
    ClientSecret: 'b',
    RedirectUrl: 'https://play.example/',
  });
  const { Version, Files: read } = await operator().content({});
  expect(JSON.stringify(read)).not.toContain('"b"');
  expect((await operator().compareContent({ Files: read })).Differences).toEqual([]);
  const Path = 'settings/identities/twitch.json';
  const own = { ClientId: 'a', ClientSecret: 'mine', RedirectUrl: 'https://play.example/' };
  const changed = read.map((file) => (file.Path === Path ? { Path, Text: JSON.stringify(own) } : file));
  await expect(operator().applyContent({ Version, Files: changed })).rejects.toMatchObject({
    status: 400,
    fields: { [Path]: expect.stringContaining('by command alone') as string },
  });
  const other = { Path: 'settings/identities/vkid.json', Text: '{"AppId":"1","RedirectUrl":"https://play.example/"}' };
  await expect(operator().applyContent({ Version, Files: [...read, other] })).rejects.toMatchObject({ status: 400 });
  await server.database.kysely.deleteFrom('adapter_settings').execute();
});

test('missing setup is reported to operators; other callers and keys of another scope are rejected', async () => {
  const { Missing } = await operator().missingContent({});
  expect(Missing.map(({ What }) => What)).toContain('there are no games');
  const other = server.client(await createOperatorKeys(server.database).create('push', ['push'])).operator;
  const calls = [
    () => other.content({}),
    () => other.applyContent({ Version: 'x', Files }),
    () => other.missingContent({}),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ status: 403, code: 'Forbidden' });
  await expect(server.client().operator.content({})).rejects.toMatchObject({ status: 401 });
});

test('pictures are uploaded by command only; a call can name existing ones', async () => {
  const send = (Text: string) => operator().compareContent({ Files: withFile('pictures/open.png', Text) });
  for (const Text of ['null', '{"Hash": 1}', '{"Hash": "00", "More": 1}', `{"Hash": "${'0'.repeat(32)}"}`])
    await expect(send(Text), Text).rejects.toMatchObject({ status: 400, code: 'InvalidRequest' });
});

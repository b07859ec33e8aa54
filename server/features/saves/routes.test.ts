import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ApiError } from '#contract/api-error.ts';
import { createGameKeys } from '#server/features/game-keys/game-keys.ts';
import { ageRows } from '#server/testing/age-rows.ts';
import { buildAccount, buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { maxEarlierRevisions, revisionMinutes } from './save-statements.ts';

const Game = 'gem-miner';
const maxRevisions = maxEarlierRevisions + 1;
let server: TestApp;
let accountId: string;
let uid: string;
let token: string;
let key: string;
let otherKey: string;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, [Game, 'sky-courier', 'tiny']);
  const keys = createGameKeys(server.database, server.sealer);
  [key, otherKey] = [await keys.create(Game), await keys.create('sky-courier')];
  await changeGame(server.database, 'tiny', (config) => ({ ...config, MaxSaveBytes: 100 }));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  uid = randomUUID();
  accountId = await buildAccount(server.database, { games: [{ game: Game, uid }] });
  token = (await server.sessions.begin(accountId)).token;
});

const saves = (as: string | undefined = token) => server.client(as).saves;

interface Written {
  readonly BaseRevision?: number;
  readonly Set?: Record<string, string>;
  readonly Remove?: string[];
  readonly WriteId?: string;
  readonly Device?: string;
  readonly DeviceId?: string;
  readonly Summary?: string;
  readonly Game?: string;
}

const write = (given: Written, as = token) =>
  saves(as).write({ Game, BaseRevision: 0, WriteId: randomUUID(), ...given });
const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('It succeeded.')),
    (error: unknown) => (error instanceof ApiError ? error : Promise.reject(error)),
  );

test('a save is read as it was written, key by key', async () => {
  expect(await saves().read({ Game })).toEqual({ Revision: 0, Bytes: 0, MaxBytes: 1_000_000, Keys: {} });
  const first = await write({ Set: { level: '12', ' ': '{"a":[1,"\\""]}', 'ключ 🙂': 'é' }, Summary: 'Level 12' });
  const second = await write({ BaseRevision: first.Revision, Set: { level: '13' }, Remove: [' ', 'absent'] });
  expect(second.Revision).toBeGreaterThan(first.Revision);
  const read = await saves().read({ Game });
  expect(read).toMatchObject({ ...second, Summary: 'Level 12', Keys: { level: '13', 'ключ 🙂': 'é' } });
  expect(read.Bytes).toBe(Buffer.byteLength('level13ключ 🙂é'));
  const known = await saves().read({ Game, KnownRevision: second.Revision });
  expect(known).toMatchObject(second);
  expect(known).not.toHaveProperty('Keys');
  expect(await saves().read({ Game, KnownRevision: first.Revision })).toHaveProperty('Keys');
});

test('of writes with the same base one succeeds, and the others learn what is stored', async () => {
  const { Revision } = await write({ Set: { level: '1' } });
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) =>
      write({
        BaseRevision: Revision,
        Set: { level: `device ${index}` },
        Device: `Device ${index}`,
        Summary: `${index}`,
      }),
    ),
  );
  const won = results.flatMap((result, index) => (result.status === 'fulfilled' ? [{ index, ...result.value }] : []));
  expect(won).toHaveLength(1);
  const [winner] = won;
  const { Keys } = await saves().read({ Game });
  expect(Keys).toEqual({ level: `device ${winner?.index}` });
  for (const result of results)
    if (result.status === 'rejected')
      expect(result.reason).toMatchObject({
        status: 409,
        code: 'SaveConflict',
        fields: {
          Revision: String(winner?.Revision),
          UpdatedAt: winner?.UpdatedAt,
          Device: `Device ${winner?.index}`,
          Summary: String(winner?.index),
          Bytes: String('level'.length + 'device 1'.length),
        },
      });
});

test('the first writes of two devices at the same time: one is saved, the other conflicts', async () => {
  for (let round = 0; round < 10; round += 1) {
    await server.database.kysely.deleteFrom('saves').execute();
    const results = await Promise.allSettled(['a', 'b', 'c'].map((name) => write({ Set: { name } })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'SaveConflict' });
  }
});

test('a repeated write gets the same reply, also after another device has written', async () => {
  const first = { Set: { level: '1' }, WriteId: randomUUID(), Device: 'Phone' };
  const reply = await write(first);
  expect(await write(first)).toEqual(reply);
  const next = await write({ BaseRevision: reply.Revision, Set: { level: '2' }, Device: 'Desk' });
  expect(await write(first)).toEqual(reply);
  expect(await saves().read({ Game })).toMatchObject({ Revision: next.Revision, Keys: { level: '2' } });
});

test('two devices that have written the same do not conflict', async () => {
  const { Revision } = await write({ Set: { a: '1', b: '1' } });
  const other = await write({ BaseRevision: Revision, Set: { a: '2' }, Remove: ['b'], Device: 'Desk' });
  expect(await write({ BaseRevision: Revision, Set: { a: '2' }, Remove: ['b'] })).toEqual(other);
  // The same change of `a`, but the other device has also changed `b`.
  expect(await failure(write({ BaseRevision: Revision, Set: { a: '2' } }))).toMatchObject({ code: 'SaveConflict' });
});

test('two devices that begin with the same save do not conflict', async () => {
  const first = await write({ Set: { a: '1' } });
  expect(await write({ Set: { a: '1' } })).toEqual(first);
  expect(await failure(write({ Set: { a: '2' } }))).toMatchObject({ code: 'SaveConflict' });
});

test('a write that changes nothing makes no revision', async () => {
  const first = await write({ Set: { a: '1' } });
  expect(await write({ BaseRevision: first.Revision, Set: { a: '1' }, Remove: ['b'] })).toEqual(first);
  expect((await saves().revisions({ Game })).Revisions).toHaveLength(1);
});

test('a base that is unknown to the server is a conflict, also if nothing is saved', async () => {
  expect(await failure(write({ BaseRevision: 7, Set: { a: '1' } }))).toMatchObject({
    code: 'SaveConflict',
    fields: { Revision: '0', Bytes: '0' },
  });
});

/** Writes by changing devices, so that each is a revision of its own. */
async function writeRevisions(count: number): Promise<number[]> {
  const all: number[] = [];
  for (let index = 1; index <= count; index += 1) {
    const level = { Set: { level: String(index) }, Summary: `Level ${index}`, Device: `Device ${index % 2}` };
    all.push((await write({ BaseRevision: all.at(-1) ?? 0, ...level })).Revision);
  }
  return all;
}

test('keeps the last ten revisions, which can be read and restored', async () => {
  const all = await writeRevisions(13);
  const { Revisions } = await saves().revisions({ Game });
  expect(Revisions.map(({ Revision }) => Revision)).toEqual(all.slice(-maxRevisions).toReversed());
  expect(Revisions.at(-1)).toMatchObject({ Summary: 'Level 4', Device: 'Device 0', Bytes: 6, Origin: 'Device' });
  const [oldest = 0, next = 0] = all.slice(-maxRevisions);
  expect(await saves().revision({ Game, Revision: oldest })).toEqual({ Keys: { level: '4' } });
  expect(await saves().revision({ Game, Revision: all.at(-1) ?? 0 })).toEqual({ Keys: { level: '13' } });
  expect(await failure(saves().revision({ Game, Revision: all[0] ?? 0 }))).toMatchObject({ code: 'NotFound' });

  const restoring = { Game, Revision: next, BaseRevision: all.at(-1) ?? 0, Device: 'Desk' };
  const restored = await saves().restore(restoring);
  expect(await saves().read({ Game })).toMatchObject({ ...restored, Summary: 'Level 5', Keys: { level: '5' } });
  // A repeated call finds its result.
  expect(await saves().restore(restoring)).toEqual(restored);
  const after = (await saves().revisions({ Game })).Revisions;
  expect(after).toHaveLength(maxRevisions);
  expect(after.slice(0, 2)).toMatchObject([
    { Revision: restored.Revision, Origin: 'Restore', Device: 'Desk' },
    { Revision: all.at(-1), Summary: 'Level 13' },
  ]);
  expect(await failure(saves().restore({ ...restoring, Revision: all.at(-2) ?? 0 }))).toMatchObject({
    code: 'SaveConflict',
    fields: { Revision: String(restored.Revision) },
  });
});

test('writes of one device within minutes are one revision', async () => {
  const first = await write({ Set: { a: '1' }, Device: 'Phone' });
  const second = await write({ BaseRevision: first.Revision, Set: { a: '2' }, Device: 'Phone' });
  expect((await saves().revisions({ Game })).Revisions).toMatchObject([{ Revision: second.Revision }]);
  await ageRows(server.database, 'saves', 60 * revisionMinutes);
  const third = await write({ BaseRevision: second.Revision, Set: { a: '3' }, Device: 'Phone' });
  expect((await saves().revisions({ Game })).Revisions).toMatchObject(
    [third, second].map(({ Revision }) => ({ Revision })),
  );
});

test('writes of two devices with the same name are revisions of their own', async () => {
  const phone = { Device: 'Chrome, Android', DeviceId: randomUUID() };
  const tablet = { Device: 'Chrome, Android', DeviceId: randomUUID() };
  const first = await write({ Set: { a: '1' }, ...phone });
  const second = await write({ BaseRevision: first.Revision, Set: { a: '2' }, ...tablet });
  const third = await write({ BaseRevision: second.Revision, Set: { a: '3' }, ...tablet });
  expect((await saves().revisions({ Game })).Revisions).toMatchObject(
    [third, first].map(({ Revision }) => ({ Revision, Device: 'Chrome, Android' })),
  );
});

test('a removed save can be restored', async () => {
  expect(await failure(saves().remove({ Game }))).toMatchObject({ code: 'NotFound' });
  const saved = await write({ Set: { a: '1' }, Summary: 'Level 1' });
  const removed = await saves().remove({ Game });
  expect(await saves().remove({ Game })).toEqual(removed);
  expect(await saves().read({ Game })).toMatchObject({ ...removed, Bytes: 0, Keys: {} });
  expect(await failure(write({ BaseRevision: saved.Revision, Set: { a: '2' } }))).toMatchObject({
    code: 'SaveConflict',
  });
  await saves().restore({ Game, Revision: saved.Revision, BaseRevision: removed.Revision });
  expect(await saves().read({ Game })).toMatchObject({ Summary: 'Level 1', Keys: { a: '1' } });
});

test('the profile lists the saves of all games', async () => {
  expect(await saves().list({})).toEqual({ Saves: [] });
  const first = await write({ Set: { a: '1' }, Summary: 'Level 1' });
  const second = await write({ Game: 'sky-courier', Set: { b: '22' }, Device: 'Phone' });
  expect(await saves().list({})).toEqual({
    Saves: [
      { Game: 'sky-courier', ...second, Device: 'Phone', Bytes: 3, Origin: 'Device' },
      { Game, ...first, Summary: 'Level 1', Bytes: 2, Origin: 'Device' },
    ],
  });
});

test('the limit is that of the server, or a lower one of the game', async () => {
  const big = 'x'.repeat(999_999);
  const { Revision } = await write({ Set: { a: big } });
  const tooLarge = await failure(write({ BaseRevision: Revision, Set: { b: '' } }));
  expect(tooLarge).toMatchObject({ status: 413, code: 'SaveTooLarge', fields: { MaxBytes: '1000000' } });
  expect(await failure(write({ BaseRevision: Revision, Set: { a: `${big}é` } }))).toMatchObject({
    code: 'SaveTooLarge',
  });
  await write({ BaseRevision: Revision, Set: { a: big.slice(1), b: '' } });

  const tiny = { Game: 'tiny' };
  expect((await saves().read(tiny)).MaxBytes).toBe(100);
  expect(await failure(write({ ...tiny, Set: { a: 'x'.repeat(100) } }))).toMatchObject({ code: 'SaveTooLarge' });
  const fits = await write({ ...tiny, Set: { a: 'x'.repeat(99) } });
  // The limit was lowered: the save can still shrink.
  await sql`update saves set keys = jsonb_build_object('a', repeat('x', 400)), bytes = 401 where game = 'tiny'`.execute(
    server.database.kysely,
  );
  expect(await failure(write({ ...tiny, BaseRevision: fits.Revision, Set: { b: '' } }))).toMatchObject({
    code: 'SaveTooLarge',
  });
  await write({ ...tiny, BaseRevision: fits.Revision, Set: { a: 'x'.repeat(300) } });
});

test('has at most 1,000 keys', async () => {
  const many = (count: number, from = 0) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, '']));
  const { Revision } = await write({ Set: many(1000) });
  expect(await failure(write({ BaseRevision: Revision, Set: { more: '' } }))).toMatchObject({ code: 'SaveTooLarge' });
  expect(await failure(write({ Set: many(1001) }))).toMatchObject({ status: 400 });
});

const tooLong = 'k'.repeat(129);
test.each([
  { Set: { '': 'x' } },
  { Set: { [tooLong]: 'x' } },
  { Set: JSON.parse('{"__proto__":"x"}') as object },
  { Set: { constructor: 'x' } },
  { Set: { a: 1 } },
  { Set: { a: { b: 'x' } } },
  { Set: { a: 'nul \0' } },
  { Set: { a: '\ud800' } },
  { Set: [] },
  { Remove: [''] },
  { Remove: Array.from({ length: 1001 }, () => 'a') },
  { WriteId: 'mine' },
  { BaseRevision: -1 },
  { BaseRevision: 1.5 },
  { BaseRevision: 2 ** 60 },
  { Summary: 'x'.repeat(81) },
  { Device: 'x'.repeat(81) },
  { DeviceId: 'mine' },
])('refuses %j', async (bad) => {
  expect(await failure(write(bad as Written))).toMatchObject({
    status: 400,
    code: expect.stringMatching(/^Invalid(Request|Text)$/) as string,
  });
});

test('a flood of writes is refused with a code, and nothing that was acknowledged is lost', async () => {
  await using limited = await createTestApp({ env: { REQUESTS_PER_MINUTE: '600' } });
  await buildGames(limited.database, [Game]);
  const player = await buildAccount(limited.database);
  const { saves: own } = limited.client((await limited.sessions.begin(player)).token);
  const send = (BaseRevision: number, level: string) =>
    own.write({ Game, BaseRevision, WriteId: randomUUID(), Set: { level } });

  const burst = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => send(0, `burst ${index}`)));
  const saved = burst.flatMap((each, index) => (each.status === 'fulfilled' ? [{ ...each.value, index }] : []));
  expect(saved).toHaveLength(1);
  let acknowledged = { Revision: saved[0]?.Revision ?? 0, level: `burst ${saved[0]?.index}` };
  const refusals: ApiError[] = [];
  for (let level = 1; level <= 250; level += 1) {
    const written = await send(acknowledged.Revision, String(level)).catch((error: ApiError) => error);
    if (written instanceof ApiError) refusals.push(written);
    else acknowledged = { ...written, level: String(level) };
  }
  expect(refusals.length).toBeGreaterThan(0);
  for (const refusal of refusals) expect(refusal).toMatchObject({ status: 429, code: 'TooManyRequests' });
  expect(await own.read({ Game })).toMatchObject({
    Revision: acknowledged.Revision,
    Keys: { level: acknowledged.level },
  });
});

test('a body beyond the limit is refused before it is read', async () => {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/v1/saves/write',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ Game, BaseRevision: 0, WriteId: randomUUID(), Set: { a: 'x'.repeat(8_000_000) } }),
  });
  expect([reply.statusCode, reply.json<{ Code: string }>().Code]).toEqual([413, 'BodyTooLarge']);
});

test('needs a player and a game that exists', async () => {
  expect(await failure(server.client().saves.read({ Game }))).toMatchObject({ status: 401 });
  for (const call of [
    () => saves().read({ Game: 'no-such-game' }),
    () => saves().revisions({ Game: 'no-such-game' }),
    () => write({ Game: 'no-such-game' }),
  ])
    expect(await failure(call())).toMatchObject({ code: 'UnknownGame' });
});

test('the save of a hidden game is only for its testers and its server', async () => {
  const hide = (published: boolean) =>
    server.database.kysely.updateTable('games').set({ published }).where('game', '=', Game).execute();
  await hide(false);
  try {
    expect(await failure(write({ Set: { a: '1' } }))).toMatchObject({ code: 'UnknownGame' });
    expect(await failure(saves().read({ Game }))).toMatchObject({ code: 'UnknownGame' });
    await saves(key).serverWrite({ GameUid: uid, BaseRevision: 0, WriteId: randomUUID(), Set: { a: '1' } });
    await sql`update accounts set features = '{ListGames}' where account_id = ${accountId}`.execute(
      server.database.kysely,
    );
    expect((await saves().read({ Game })).Keys).toEqual({ a: '1' });
    expect((await saves().revisions({ Game })).Revisions).toHaveLength(1);
  } finally {
    await hide(true);
  }
});

test("a game's session has the save of this game only, and cannot remove it", async () => {
  const { token: bound } = await server.sessions.begin(accountId, { begunBy: 'Game', game: Game });
  const { Revision } = await write({ Set: { a: '1' } }, bound);
  expect((await saves(bound).read({ Game })).Revision).toBe(Revision);
  await write({ Game: 'sky-courier', Set: { secret: '1' } });
  const other = { Game: 'sky-courier' };
  for (const call of [
    () => saves(bound).read(other),
    () => saves(bound).revisions(other),
    () => saves(bound).revision({ ...other, Revision }),
    () => saves(bound).restore({ ...other, Revision, BaseRevision: 0 }),
    () => write({ ...other, Set: {} }, bound),
    () => saves(bound).list({}),
    () => saves(bound).remove({ Game }),
  ])
    expect(await failure(call())).toMatchObject({ status: 403, code: 'SignInAgain' });
});

test('a player cannot read the save of another player', async () => {
  const { Revision } = await write({ Set: { a: 'mine' } });
  const { token: stranger } = await server.sessions.begin(await buildAccount(server.database));
  expect((await saves(stranger).read({ Game })).Keys).toEqual({});
  expect(await saves(stranger).list({})).toEqual({ Saves: [] });
  for (const call of [
    () => saves(stranger).revision({ Game, Revision }),
    () => saves(stranger).restore({ Game, Revision, BaseRevision: Revision }),
    () => saves(stranger).chooseCopy({ Game, CopyId: randomUUID(), Keep: 'Copy', BaseRevision: Revision }),
  ])
    expect(await failure(call())).toMatchObject({ code: 'NotFound' });
});

test("the game's server reads, writes and restores the saves of its players only", async () => {
  const client = saves(key);
  expect(await client.serverRead({ GameUid: uid })).toMatchObject({ Revision: 0, Keys: {} });
  const first = await write({ Set: { level: '1' }, Summary: 'Level 1' });
  const written = { GameUid: uid, BaseRevision: first.Revision, WriteId: randomUUID(), Set: { gift: 'sword' } };
  const second = await client.serverWrite(written);
  expect(await client.serverWrite(written)).toEqual(second);
  expect(await failure(client.serverWrite({ ...written, WriteId: randomUUID(), Set: { gift: 'axe' } }))).toMatchObject({
    code: 'SaveConflict',
    fields: { Revision: String(second.Revision) },
  });
  expect(await saves().read({ Game })).toMatchObject({ ...second, Keys: { level: '1', gift: 'sword' } });
  expect((await client.serverRevisions({ GameUid: uid })).Revisions).toMatchObject([
    { Revision: second.Revision, Origin: 'Server', Summary: 'Level 1' },
    { Revision: first.Revision, Origin: 'Device' },
  ]);
  expect(await client.serverRevision({ GameUid: uid, Revision: first.Revision })).toEqual({ Keys: { level: '1' } });
  await client.serverRestore({ GameUid: uid, Revision: first.Revision, BaseRevision: second.Revision });
  expect((await client.serverRead({ GameUid: uid })).Keys).toEqual({ level: '1' });

  for (const call of [
    () => saves(otherKey).serverRead({ GameUid: uid }),
    () => saves(otherKey).serverWrite(written),
    () => saves(otherKey).serverRevisions({ GameUid: uid }),
    () => saves(otherKey).serverRevision({ GameUid: uid, Revision: first.Revision }),
    () => saves(otherKey).serverRestore({ GameUid: uid, Revision: first.Revision, BaseRevision: second.Revision }),
    () => client.serverRead({ GameUid: 'unknown' }),
  ])
    expect(await failure(call())).toMatchObject({ code: 'NotFound' });
  // The same id in both games: each game has its own save.
  await server.database.kysely
    .insertInto('connected_games')
    .values({ account_id: accountId, game: 'sky-courier', game_uid: uid })
    .execute();
  expect(await saves(otherKey).serverRead({ GameUid: uid })).toMatchObject({ Revision: 0, Keys: {} });
  for (const call of [() => saves().serverRead({ GameUid: uid }), () => saves(key).read({ Game })])
    expect(await failure(call())).toMatchObject({ status: 401 });
});

test('deleting an account deletes its saves with their revisions', async () => {
  const [Revision = 0] = await writeRevisions(3);
  const { kysely } = server.database;
  const kept = () => kysely.selectFrom('save_revisions').select('save_id').where('revision', '=', Revision).execute();
  expect(await kept()).toHaveLength(1);
  await kysely.deleteFrom('accounts').where('account_id', '=', accountId).execute();
  expect(await kept()).toEqual([]);
});

import { strToU8, zipSync, type Zippable } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '#contract/client.ts';
import type { Api } from '#contract/api.ts';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { createPublishingTest, type PublishingTest } from '#server/testing/create-publishing-test.ts';
import { pieceBytes } from './uploads/uploads.ts';

let testing: PublishingTest;
let ann: ApiClient<Api>;
beforeAll(async () => {
  testing = await createPublishingTest();
  ann = await operator('ann');
});
afterAll(() => testing[Symbol.asyncDispose]());

async function operator(name: string): Promise<ApiClient<Api>> {
  const key = await createOperatorKeys(testing.server.database).create(name, [
    'games.read',
    'games.upload',
    'games.publish',
    'games.configure',
  ]);
  return testing.server.client(key);
}

const page = (text: string) => testing.folder({ 'index.html': `<p>${text}</p>` });
const zip = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])) satisfies Zippable),
  );
const auditOf = (kind: 'build' | 'game', id: string) =>
  testing.server.database.kysely
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'before', 'after', 'reason'])
    .where('object_kind', '=', kind)
    .where('object_id', '=', id)
    .orderBy('entry_id')
    .execute();

async function upload(Game: string, archive: Buffer, more: { Version?: string; Description?: string } = {}) {
  const { UploadId } = await ann.operatorGames.beginUpload({ Game, Bytes: archive.length, ...more });
  for (let Piece = 0; Piece * pieceBytes < archive.length; Piece += 1)
    await ann.operatorGames.uploadPiece({ Game, UploadId, Piece, Base64: pieceOf(archive, Piece) });
  await ann.operatorGames.finishUpload({ Game, UploadId });
  await testing.server.jobs.runDue('game-upload');
  return ann.operatorGames.upload({ Game, UploadId });
}
const pieceOf = (archive: Buffer, piece: number): string =>
  archive.subarray(piece * pieceBytes, (piece + 1) * pieceBytes).toString('base64');

test('a game is created, uploaded in pieces, previewed and published', async () => {
  const created = await ann.operatorGames.create({ NewGame: 'sky-hop', Title: 'Sky Hop' });
  expect(created).toMatchObject({ Game: 'sky-hop', Title: 'Sky Hop', State: 'NoBuild', Drafts: 0 });
  // Random bytes can't be compressed, so the archive has two pieces.
  const noise = Array.from({ length: 300_000 }, () => Math.random().toString(36).slice(2, 12)).join('');
  const archive = zip({
    'game/index.html': '<p>hop</p><script src="lost.js"></script><script src="https://cdn.example/a.js"></script>',
    'game/data.txt': noise,
    'game/.secret': 'no',
    '__MACOSX/game/index.html': 'no',
  });
  expect(archive.length).toBeGreaterThan(pieceBytes);
  const ready = await upload('sky-hop', archive, { Version: '1.2', Description: 'First' });
  expect(ready).toMatchObject({ State: 'Ready', Build: 1 });
  const { Builds } = await ann.operatorGames.show({ Game: 'sky-hop' });
  expect(Builds).toMatchObject([
    {
      Build: 1,
      State: 'Draft',
      Version: '1.2',
      Description: 'First',
      By: 'ann',
      HasFiles: true,
      Inspection: {
        Files: 2,
        Missing: [{ What: 'lost.js', File: 'index.html' }],
        Refused: [{ What: 'https://cdn.example', File: 'index.html' }],
      },
    },
  ]);
  const { Url } = await ann.operatorGames.previewLink({ Game: 'sky-hop', Build: 1 });
  const token = new URL(Url).searchParams.get('preview') ?? '';
  expect((await testing.get('sky-hop', `/.fxid/preview/${token}/data.txt`)).body).toBe(noise);
  expect(await ann.operatorGames.publish({ Game: 'sky-hop', Build: 1, Reason: 'It is fine' })).toEqual({
    Build: 1,
    IsHidden: false,
  });
  expect(await testing.get('sky-hop', '/')).toMatchObject({ status: 200 });
  expect((await ann.operatorGames.show({ Game: 'sky-hop' })).Summary).toMatchObject({ State: 'Live', LiveBuild: 1 });
  expect(await auditOf('build', 'sky-hop/1')).toMatchObject([
    { actor_name: 'ann', action: 'operatorGames.finishUpload', after: { State: 'Draft', Version: '1.2' } },
    { action: 'operatorGames.previewLink' },
    { action: 'operatorGames.publish', before: { Live: null }, after: { Live: 1 }, reason: 'It is fine' },
  ]);
  const left = await testing.server.database.kysely.selectFrom('game_upload_pieces').selectAll().execute();
  expect(left).toEqual([]);
});

test('a build is rolled back, a draft discarded, and old builds are deleted; commands are recorded too', async () => {
  for (const text of ['one', 'two', 'three']) await testing.run(['add', 'ludo', page(text)]);
  await testing.run(['add', 'ludo', page('four'), '--draft']);
  expect(await ann.operatorGames.rollBack({ Game: 'ludo', Build: 1, Reason: 'Two crashes' })).toEqual({ Build: 5 });
  expect((await testing.get('ludo', '/')).body).toBe('<p>one</p>');
  await expect(ann.operatorGames.rollBack({ Game: 'ludo', Build: 9, Reason: '?' })).rejects.toMatchObject({
    code: 'InvalidRequest',
    message: expect.not.stringContaining('npm') as string,
  });
  await ann.operatorGames.discard({ Game: 'ludo', Build: 4 });
  expect(await ann.operatorGames.prune({ Game: 'ludo', Keep: 1, Reason: 'Room' })).toEqual({ Removed: [1, 2] });
  expect((await ann.operatorGames.show({ Game: 'ludo' })).Builds.map(({ Build, State }) => [Build, State])).toEqual([
    [5, 'Live'],
    [3, 'Earlier'],
  ]);
  expect(await auditOf('build', 'ludo/1')).toMatchObject([
    { actor_name: 'ann on laptop', action: 'games add', after: { Live: 1 } },
  ]);
  expect(await auditOf('build', 'ludo/5')).toMatchObject([{ before: { Live: 3 }, after: { Live: 5, SameAs: '1' } }]);
});

test.each<[string, () => Buffer, string]>([
  ['no archive', () => Buffer.from('<html>'), 'This is no ZIP archive'],
  ['no game', () => zip({ 'readme.txt': 'hi' }), "The upload isn't a game"],
  ['a path out of the folder', () => zip({ 'index.html': '', '../../index.html': '' }), 'Rename it'],
  ['a Windows path', () => zip({ 'index.html': '', 'C:\\a.js': '' }), 'Rename it'],
  ['a file that is also a folder', () => zip({ 'index.html': '', a: '1', 'a/b': '2' }), 'also a file'],
  ['a damaged archive', () => damaged(), "can't be unpacked"],
])('an upload of %s fails with the reason and leaves nothing', async (_, build, fault) => {
  await testing.run(['add', 'chess', page('chess')]);
  const failed = await upload('chess', build());
  expect(failed).toMatchObject({ State: 'Failed' });
  expect(failed.Fault).toContain(fault);
  expect(failed.Fault).not.toContain(testing.config.dataDir);
  expect((await ann.operatorGames.show({ Game: 'chess' })).Summary.Drafts).toBe(0);
  const left = await testing.server.database.kysely.selectFrom('game_upload_pieces').selectAll().execute();
  expect(left).toEqual([]);
});

function damaged(): Buffer {
  const archive = zip({ 'index.html': 'x'.repeat(5000) });
  archive.fill(0xff, 40, 50);
  return archive;
}

test('an interrupted upload goes on, is seen by its operator only, and leaves nothing when it is stopped', async () => {
  await testing.run(['add', 'go-game', page('go')]);
  const archive = zip({ 'index.html': 'go' });
  const begin = () => ann.operatorGames.beginUpload({ Game: 'go-game', Bytes: archive.length });
  const { UploadId } = await begin();
  const key = { Game: 'go-game', UploadId };
  await expect(ann.operatorGames.finishUpload(key)).rejects.toMatchObject({ code: 'Conflict' });
  const Base64 = archive.subarray(1).toString('base64');
  await expect(ann.operatorGames.uploadPiece({ ...key, Piece: 0, Base64 })).rejects.toMatchObject({
    code: 'InvalidRequest',
  });
  await ann.operatorGames.uploadPiece({ ...key, Piece: 0, Base64: pieceOf(archive, 0) });
  const again = await ann.operatorGames.uploadPiece({ ...key, Piece: 0, Base64: pieceOf(archive, 0) });
  expect(again).toMatchObject({ State: 'Receiving', ReceivedBytes: archive.length });
  const bob = await operator('bob');
  await expect(bob.operatorGames.upload(key)).rejects.toMatchObject({ code: 'NotFound' });
  await ann.operatorGames.abortUpload(key);
  await expect(ann.operatorGames.upload(key)).rejects.toMatchObject({ code: 'NotFound' });
  const left = await testing.server.database.kysely.selectFrom('game_upload_pieces').selectAll().execute();
  expect(left).toEqual([]);
  for (let n = 0; n < 3; n += 1) await begin();
  await expect(begin()).rejects.toMatchObject({ code: 'Conflict' });
  await expect(ann.operatorGames.beginUpload({ Game: 'no-such', Bytes: 10 })).rejects.toMatchObject({
    code: 'UnknownGame',
  });
});

test('lists games page by page and by a word of their title', async () => {
  await testing.run(['add', 'aaa-first', page('a'), '--name', 'Stargazer']);
  const { Games } = await ann.operatorGames.list({ Limit: 1 });
  expect(Games.map(({ Game }) => Game)).toEqual(['aaa-first']);
  const next = await ann.operatorGames.list({ AfterGame: 'aaa-first', Limit: 1 });
  expect(next.Games[0]?.Game).not.toBe('aaa-first');
  const found = await ann.operatorGames.list({ Search: 'STARG' });
  expect(found.Games).toMatchObject([{ Game: 'aaa-first', Title: 'Stargazer', State: 'Live', LiveBuild: 1 }]);
});

test('two operators change one configuration: the second learns who and what', async () => {
  await testing.run(['add', 'mahjong', page('m'), '--name', 'Mahjong']);
  const read = await ann.operatorGames.configuration({ Game: 'mahjong' });
  const document = read.Document as { Config: { StorePage: object } };
  const titled = (en: string): string =>
    JSON.stringify({
      ...document,
      Config: { ...document.Config, StorePage: { ...document.Config.StorePage, Title: { en } } },
    });
  const saved = await ann.operatorGames.saveConfiguration({
    Game: 'mahjong',
    Version: read.Version,
    Document: titled('Mahjong Deluxe'),
    Reason: 'A better name',
  });
  expect(saved.Changed).toEqual(['Config/StorePage/Title/en']);
  const second = ann.operatorGames.saveConfiguration({
    Game: 'mahjong',
    Version: read.Version,
    Document: titled('Mah'),
  });
  await expect(second).rejects.toMatchObject({
    code: 'Conflict',
    message: expect.stringMatching(/^ann changed this at .*: Config\/StorePage\/Title\/en\./) as string,
  });
  const broken = ann.operatorGames.saveConfiguration({ Game: 'mahjong', Version: saved.Version, Document: '{' });
  await expect(broken).rejects.toMatchObject({ code: 'InvalidRequest' });
  const wrong = ann.operatorGames.saveConfiguration({
    Game: 'mahjong',
    Version: saved.Version,
    Document: titled(''),
  });
  await expect(wrong).rejects.toMatchObject({ code: 'InvalidRequest' });
  const same = await ann.operatorGames.configuration({ Game: 'mahjong' });
  expect(same.Version).toBe(saved.Version);
  await ann.operatorGames.saveConfiguration({
    Game: 'mahjong',
    Version: same.Version,
    Document: JSON.stringify(same.Document),
  });
  expect(await auditOf('game', 'mahjong')).toMatchObject([
    {
      before: { 'Config/StorePage/Title/en': 'Mahjong' },
      after: { 'Config/StorePage/Title/en': 'Mahjong Deluxe' },
      reason: 'A better name',
    },
  ]);
});

test('players are listed by the id of the game, without their accounts', async () => {
  await testing.run(['add', 'reversi', page('r')]);
  const { buildAccount } = await import('#server/testing/build-accounts.ts');
  for (const uid of ['p-1', 'p-2', 'p-3'])
    await buildAccount(testing.server.database, { email: `${uid}@mail.example`, games: [{ game: 'reversi', uid }] });
  const { Players } = await ann.operatorGames.players({ Game: 'reversi', AfterGameUid: 'p-1', Limit: 1 });
  expect(Players).toEqual([{ GameUid: 'p-2', ConnectedAt: expect.any(String), Plays: 0, Purchases: 0 }]);
  const [one] = (await ann.operatorGames.players({ Game: 'reversi', GameUid: 'p-3' })).Players;
  expect(one?.GameUid).toBe('p-3');
});

test('a studio sees its own games, and publishes only if it is trusted', async () => {
  await testing.run(['add', 'studio-game', page('theirs')]);
  await testing.run(['add', 'other-game', page('not theirs')]);
  const mia = await testing.server.operatorClient('studio', { games: ['studio-game'] });
  const { Games } = await mia.operatorGames.list({});
  expect(Games.map(({ Game }) => Game)).toEqual(['studio-game']);
  for (const call of [mia.operatorGames.show, mia.operatorGames.players, mia.operatorGames.configuration])
    await expect(call({ Game: 'other-game' })).rejects.toMatchObject({ code: 'UnknownGame' });
  await expect(mia.operatorGames.beginUpload({ Game: 'other-game', Bytes: 10 })).rejects.toMatchObject({
    code: 'UnknownGame',
  });
  await expect(mia.operatorGames.create({ NewGame: 'mine', Title: 'Mine' })).rejects.toMatchObject({
    code: 'Forbidden',
  });
  await testing.run(['add', 'studio-game', page('next'), '--draft']);
  const { NeedsApproval } = await mia.operatorGames.show({ Game: 'studio-game' });
  expect(NeedsApproval).toBe(true);
  await expect(mia.operatorGames.publish({ Game: 'studio-game', Build: 2 })).rejects.toMatchObject({
    code: 'ApprovalRequired',
  });
  // Asking again, with other words, is the same request.
  await expect(mia.operatorGames.publish({ Game: 'studio-game', Build: 2, Reason: 'Please' })).rejects.toMatchObject({
    code: 'ApprovalRequired',
  });
  const waiting = async () =>
    (await mia.operatorGames.show({ Game: 'studio-game' })).Builds.map(({ WaitsForApproval }) => WaitsForApproval);
  expect(await waiting()).toEqual([true, false]);
  expect((await testing.get('studio-game', '/')).body).toBe('<p>theirs</p>');
  const admin = await testing.server.operatorClient('admin', { name: 'Ada' });
  const { Approvals } = await admin.operatorApprovals.list({});
  expect(Approvals).toMatchObject([{ Call: 'operatorGames.publish', ObjectId: 'studio-game/2', Game: 'studio-game' }]);
  await expect(mia.operatorApprovals.approve({ ApprovalId: Approvals[0]?.ApprovalId ?? '' })).rejects.toMatchObject({
    code: 'NotFound',
  });
  await admin.operatorApprovals.approve({ ApprovalId: Approvals[0]?.ApprovalId ?? '' });
  expect(await waiting()).toEqual([false, false]);
  expect((await testing.get('studio-game', '/')).body).toBe('<p>next</p>');
  expect((await auditOf('build', 'studio-game/2')).at(-1)).toMatchObject({
    actor_name: 'studio, approved by Ada',
    action: 'operatorGames.publish',
    after: { Live: 2 },
  });
  const { database } = testing.server;
  await database.kysely.updateTable('studios').set({ is_trusted: true }).execute();
  await testing.run(['add', 'studio-game', page('third'), '--draft']);
  expect((await mia.operatorGames.publish({ Game: 'studio-game', Build: 3 })).Build).toBe(3);
});

test('a request to publish is not approved once the studio has lost the game; a rejection tells the studio why', async () => {
  await testing.run(['add', 'given-away', page('old')]);
  await testing.run(['add', 'given-away', page('new'), '--draft']);
  const mia = await testing.server.operatorClient('studio', { games: ['given-away'] });
  await expect(mia.operatorGames.publish({ Game: 'given-away', Build: 2 })).rejects.toMatchObject({
    code: 'ApprovalRequired',
  });
  const { Approvals } = await mia.operatorApprovals.list({});
  const ApprovalId = Approvals[0]?.ApprovalId ?? '';
  await testing.server.database.kysely.deleteFrom('studio_games').where('game', '=', 'given-away').execute();
  const admin = await testing.server.operatorClient('admin', { name: 'Ada' });
  await expect(admin.operatorApprovals.approve({ ApprovalId })).rejects.toMatchObject({ code: 'Conflict' });
  expect((await testing.get('given-away', '/')).body).toBe('<p>old</p>');
  await admin.operatorApprovals.reject({ ApprovalId, Reason: 'The game has moved' });
  expect((await mia.operatorApprovals.list({ IsOpen: false })).Approvals).toMatchObject([
    { Outcome: 'Rejected', DecidedBy: 'Ada', DecisionReason: 'The game has moved' },
  ]);
});

test('a studio changes what describes its game, and not where it is loaded from', async () => {
  await testing.run(['add', 'tended', page('t'), '--name', 'Tended']);
  await testing.run(['add', 'another', page('t')]);
  const mia = await testing.server.operatorClient('studio', { games: ['tended'] });
  const { Document, Version, Schema } = await mia.operatorGames.configuration({ Game: 'tended' });
  const shown = Schema as { properties: { Config: { properties: object }; Published?: object } };
  expect([shown.properties.Published, 'Url' in shown.properties.Config.properties]).toEqual([undefined, false]);
  const document = Document as { Config: { StorePage: object }; Quests: object[] };
  const save = (Changed: object) =>
    mia.operatorGames.saveConfiguration({
      Game: 'tended',
      Version,
      Document: JSON.stringify({ ...document, ...Changed }),
    });
  const Quest = { Titles: { en: 'Win' }, Code: 'win', Adds: 'One', Goal: 1, Active: true };
  for (const Changed of [
    { Published: false },
    { Config: { ...document.Config, Url: 'https://elsewhere.example/' } },
    { Config: { ...document.Config, ConnectOrigins: ['https://elsewhere.example'] } },
    { SharedWith: ['another'] },
    { Quests: [{ ...Quest, ReportedBy: 'Server', Reward: { Game: 'another', Products: [{ Sku: 'gems' }] } }] },
  ])
    await expect(save(Changed), JSON.stringify(Changed)).rejects.toMatchObject({ code: 'Forbidden' });
  const { Changed } = await save({ Quests: [Quest] });
  expect(Changed).toEqual(['Quests']);
});

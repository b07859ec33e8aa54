import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildAccount, buildDocument, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
let token: string;
let ada: string;
const unknown = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, ['gem-miner', 'sky-courier']);
  await buildDocument(server.database, 2);
  await buildDocument(server.database, 2, { type: 'PP' });
  await buildDocument(server.database, 2, { game: 'gem-miner' });
  ada = await buildAccount(server.database);
  token = (await server.sessions.begin(ada)).token;
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.database.kysely.deleteFrom('document_acceptances').execute());

const as = (player?: string) => server.client(player).documents;
const game = { GameSystemName: 'gem-miner' };
const newestOf = async () => {
  const { Documents } = await as().listWithVersions(game);
  return Documents.map(({ Id, Versions }) => ({ DocumentId: Id, DocumentVersionId: Versions[0]?.Id ?? '' }));
};

test("lists the game's documents before the portal's, newest version first", async () => {
  const { Documents } = await as().listWithVersions(game);
  expect(Documents.map(({ GameSystemName, DocumentType }) => [GameSystemName, DocumentType.Value])).toEqual([
    ['gem-miner', 'TOS'],
    [undefined, 'TOS'],
    [undefined, 'PP'],
  ]);
  const [first] = Documents;
  expect(first?.Versions).toHaveLength(2);
  expect(first?.Versions[0]?.Content?.Value).toContain('Version 2');
  expect(first?.Versions[0]?.DocumentId).toBe(first?.Id);
  const portal = await as().listWithVersions({});
  expect(portal.Documents.map(({ DocumentType }) => DocumentType.Value)).toEqual(['TOS', 'PP']);
  await expect(as().listWithVersions({ GameSystemName: 'no-such-game' })).rejects.toMatchObject({
    code: 'UnknownGame',
  });
});

test('a version stored as text has the address of the page that shows it', async () => {
  const { Documents } = await as().listWithVersions(game);
  for (const [at, page] of ['Docs/gem-miner/tos', 'Docs/tos', 'Docs/pp'].entries())
    for (const { Id, Url } of Documents[at]?.Versions ?? []) {
      const url = new URL(Url ?? '');
      expect(url.pathname).toMatch(new RegExp(`/${page}$`));
      expect(url.searchParams.get('version')).toBe(Id);
    }
  const unaccepted = await as(token).listLatestUnaccepted(game);
  expect(unaccepted.Documents.map(({ Versions }) => Versions[0]?.Url)).toEqual(
    unaccepted.Documents.map(({ Versions }) => expect.stringContaining(`?version=${Versions[0]?.Id}`)),
  );
});

test('accepts once, even with concurrent requests', async () => {
  const [wanted = { DocumentId: '', DocumentVersionId: '' }] = await newestOf();
  const answers = await Promise.all(Array.from({ length: 10 }, () => as(token).accept(wanted)));
  expect(new Set(answers.map(({ Acceptance }) => JSON.stringify(Acceptance))).size).toBe(1);
  expect(answers[0]?.Acceptance).toMatchObject({
    AccountId: ada,
    DocumentVersionId: wanted.DocumentVersionId,
  });
  expect((await as(token).accepted({})).Acceptances).toEqual([answers[0]?.Acceptance]);
});

test('requires the newest versions until they are accepted, and again after a newer one', async () => {
  const wanted = await newestOf();
  const asked = async () => (await as(token).listLatestUnaccepted(game)).Documents.map(({ Id }) => Id);
  expect(await asked()).toEqual(wanted.map(({ DocumentId }) => DocumentId));
  const [first] = wanted;
  const { Documents } = await as().listWithVersions(game);
  const older = Documents[0]?.Versions[1]?.Id ?? '';
  await as(token).accept({ DocumentId: first?.DocumentId ?? '', DocumentVersionId: older });
  expect(await asked()).toHaveLength(3);
  for (const each of wanted) await as(token).accept(each);
  expect(await asked()).toEqual([]);
  await server.database.kysely
    .insertInto('document_versions')
    .values({ version_id: unknown, document_id: first?.DocumentId ?? '', number: 3, url: 'https://play.example/tos' })
    .execute();
  const { Documents: again } = await as(token).listLatestUnaccepted(game);
  expect(again).toHaveLength(1);
  // Includes the version accepted last, to show the changes.
  expect(again[0]?.Versions).toMatchObject([
    { Id: unknown, Url: 'https://play.example/tos', Accepts: [] },
    {
      Id: first?.DocumentVersionId,
      Content: { ContentType: 'Markdown' },
      Accepts: [{ AccountId: ada }],
    },
  ]);
  await server.database.kysely.deleteFrom('document_versions').where('version_id', '=', unknown).execute();
});

test("without a game the portal's required documents are requested", async () => {
  const asked = async () =>
    (await as(token).listLatestUnaccepted({})).Documents.map(({ DocumentType }) => DocumentType.Value);
  expect(await asked()).toEqual(['TOS', 'PP']);
  const set = (need_user_acceptance: boolean) =>
    server.database.kysely.updateTable('documents').set({ need_user_acceptance }).where('type', '=', 'PP').execute();
  await set(false);
  expect(await asked()).toEqual(['TOS']);
  await set(true);
});

test('shows acceptances only to the player who made them', async () => {
  const [wanted = { DocumentId: '', DocumentVersionId: '' }] = await newestOf();
  await as(token).accept(wanted);
  const seenBy = async (player?: string) =>
    (await as(player).listWithVersions(game)).Documents.flatMap(({ Versions }) => Versions.flatMap((v) => v.Accepts));
  expect(await seenBy(token)).toHaveLength(1);
  expect(await seenBy()).toEqual([]);
  const { token: other } = await server.sessions.begin(await buildAccount(server.database));
  expect(await seenBy(other)).toEqual([]);
});

test('rejects versions that are missing, of another document or of an inactive one', async () => {
  const [first, second] = await newestOf();
  const accept = (DocumentId: string, DocumentVersionId: string) => as(token).accept({ DocumentId, DocumentVersionId });
  const notFound = { status: 404, code: 'NotFound' };
  await expect(accept(unknown, unknown)).rejects.toMatchObject(notFound);
  await expect(accept(first?.DocumentId ?? '', unknown)).rejects.toMatchObject(notFound);
  await expect(accept(first?.DocumentId ?? '', second?.DocumentVersionId ?? '')).rejects.toMatchObject(notFound);
  await expect(accept('x', 'y')).rejects.toMatchObject({ status: 400 });
  const setActive = (is_active: boolean) =>
    server.database.kysely
      .updateTable('documents')
      .set({ is_active })
      .where('document_id', '=', first?.DocumentId ?? '')
      .execute();
  await setActive(false);
  await expect(accept(first?.DocumentId ?? '', first?.DocumentVersionId ?? '')).rejects.toMatchObject(notFound);
  expect((await as().listWithVersions(game)).Documents).toHaveLength(2);
  await setActive(true);
  expect(await server.database.kysely.selectFrom('document_acceptances').selectAll().execute()).toEqual([]);
});

test("a game's session sees and accepts nothing of another game", async () => {
  const { token: bound } = await server.sessions.begin(ada, { begunBy: 'Game', game: 'sky-courier' });
  const [ofGemMiner = { DocumentId: '', DocumentVersionId: '' }, ofPortal = ofGemMiner] = await newestOf();
  const refused = { status: 403, code: 'SignInAgain' };
  await expect(as(bound).accept(ofGemMiner)).rejects.toMatchObject(refused);
  await expect(as(bound).accepted(game)).rejects.toMatchObject(refused);
  await expect(as(bound).listLatestUnaccepted(game)).rejects.toMatchObject(refused);
  await as(bound).accept(ofPortal);
  await as(token).accept(ofGemMiner);
  expect((await as(bound).accepted({})).Acceptances).toHaveLength(1);
  expect((await as(token).accepted({})).Acceptances).toHaveLength(2);
  expect((await as(token).accepted({ GameSystemName: 'sky-courier' })).Acceptances).toHaveLength(1);
});

test('needs a player', async () => {
  await expect(as().accepted({})).rejects.toMatchObject({ status: 401 });
  await expect(as().listLatestUnaccepted(game)).rejects.toMatchObject({ status: 401 });
});

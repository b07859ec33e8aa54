// Editors' drafts, through calls: documents, articles and files of the content folder.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { buildAccount } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

const example = join(import.meta.dirname, '../../../docs/examples/content');
const Files = readdirSync(example, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'content.json')
  .map((entry) => join(entry.parentPath, entry.name))
  .map((file) => ({ Path: relative(example, file).replaceAll(sep, '/'), Text: readFileSync(file, 'utf8') }));

let server: TestApp;
let editor: ReturnType<TestApp['client']>;
let other: ReturnType<TestApp['client']>;
let laterMs = 0;
const now = (): Date => new Date(Date.now() + laterMs);

beforeAll(async () => {
  server = await createTestApp({ now });
  const words = ['content', 'documents.read', 'documents.change', 'news.read', 'news.change', 'products.change'];
  const keys = createOperatorKeys(server.database);
  editor = server.client(await keys.create('ann', [...words, 'games.configure']));
  other = server.client(await keys.create('ben', words));
});
afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  laterMs = 0;
  const { kysely } = server.database;
  for (const table of [
    'content_drafts',
    'document_acceptances',
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
  const { Version } = await editor.operator.content({});
  await editor.operator.applyContent({ Version, Files });
});

const versionOf = async (Object: string): Promise<string> => (await editor.operatorDrafts.object({ Object })).Version;

const saveTerms = async (Text: string, more: { NeedUserAcceptance?: boolean; Version?: string } = {}) =>
  editor.operatorDocuments.saveDraft({
    Type: 'TOS',
    Version: more.Version ?? (await versionOf('documents/tos')),
    Texts: [
      { Locale: 'en', Text },
      { Locale: 'ru', Text: `${Text} по-русски` },
    ],
    NeedUserAcceptance: more.NeedUserAcceptance ?? true,
    IsActive: true,
  });

const saveArticle = async (Header: string, ArticleId?: string) =>
  editor.operatorNews.saveDraft({
    ...(ArticleId !== undefined && { ArticleId }),
    Version: ArticleId === undefined ? 'new' : await versionOf(`news/${ArticleId}`),
    Messages: [{ Locale: 'en', Header, Message: 'Text' }],
    Priority: 'News',
    Tags: [],
  });

const readAudit = async (kind: string) =>
  server.database.kysely
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'object_id', 'after'])
    .where('object_kind', '=', kind)
    .orderBy('entry_id', 'desc')
    .execute();

test('new terms are a draft until they are applied; then players are asked, and the audit log names the editor', async () => {
  const accountId = await buildAccount(server.database, {});
  const player = server.client((await server.sessions.begin(accountId, { begunBy: 'Email' })).token);
  const asksFor = async () => (await player.documents.listLatestUnaccepted({})).Documents;
  const accept = async () => {
    const [document] = await asksFor();
    const [version] = document?.Versions ?? [];
    await player.documents.accept({ DocumentId: document?.Id ?? '', DocumentVersionId: version?.Id ?? '' });
  };
  await accept();
  const { DraftId } = await saveTerms('# New terms');
  expect(await asksFor()).toEqual([]);
  const { Lines, IsOutdated } = await editor.operatorDrafts.read({ DraftId });
  expect(Lines.join('\n')).toContain('# New terms');
  expect(IsOutdated).toBe(false);
  const { Drafts } = await editor.operatorDrafts.apply({ DraftIds: [DraftId], Reason: 'New law' });
  expect(Drafts).toMatchObject([{ DraftId, State: 'Applied', DecidedBy: 'ann' }]);
  const [asked] = await asksFor();
  expect(asked?.Versions[0]?.Content?.Value).toBe(
    '**English**\n\n# New terms\n\n---\n\n**Русский**\n\n# New terms по-русски\n',
  );
  const [entry] = await readAudit('document');
  expect(entry).toMatchObject({ action: 'operatorDrafts.apply', actor_name: 'ann', object_id: 'documents/tos' });
  await accept();
  const { Document, Versions } = await editor.operatorDocuments.versions({ Type: 'TOS' });
  expect(Document).toMatchObject({ NeedUserAcceptance: true, Acceptances: 1, Number: Versions[0]?.Number });
  const version = await editor.operatorDocuments.version({ VersionId: Versions[0]?.VersionId ?? '' });
  expect(version.Texts.map(({ Locale }) => Locale)).toEqual(['en', 'ru']);
});

test('a draft of an object that somebody changed since is rejected, when it is saved and when it is applied', async () => {
  const Version = await versionOf('documents/tos');
  const first = await saveTerms('# One');
  const second = await saveTerms('# Two');
  await editor.operatorDrafts.apply({ DraftIds: [first.DraftId] });
  expect(await editor.operatorDrafts.read({ DraftId: second.DraftId })).toMatchObject({ IsOutdated: true });
  const late = editor.operatorDrafts.apply({ DraftIds: [second.DraftId] });
  await expect(late).rejects.toMatchObject({ status: 409, code: 'Conflict' });
  await expect(saveTerms('# Three', { Version })).rejects.toMatchObject({ code: 'Conflict' });
  const { Versions } = await editor.operatorDocuments.versions({ Type: 'TOS' });
  const { Texts } = await editor.operatorDocuments.version({ VersionId: Versions[0]?.VersionId ?? '' });
  expect(Texts[0]?.Text.trim()).toBe('# One');
});

test('drafts are applied all or none', async () => {
  const article = await saveArticle('Fresh');
  const one = await saveTerms('# One');
  const two = await saveTerms('# Two');
  await editor.operatorDrafts.apply({ DraftIds: [two.DraftId] });
  const both = editor.operatorDrafts.apply({ DraftIds: [article.DraftId, one.DraftId] });
  await expect(both).rejects.toMatchObject({ code: 'Conflict' });
  expect((await editor.operatorDrafts.list({ State: 'Open' })).Drafts.map(({ DraftId }) => DraftId)).toEqual([
    one.DraftId,
    article.DraftId,
  ]);
  const { Articles } = await editor.operatorNews.list({});
  expect(Articles.map(({ Messages }) => Messages[0]?.Header)).not.toContain('Fresh');
});

test('reverting restores the earlier state, once, and only if nobody changed it since', async () => {
  const before = await editor.operatorDrafts.object({ Object: 'documents/tos' });
  const { DraftId } = await saveTerms('# New terms');
  await editor.operatorDrafts.apply({ DraftIds: [DraftId] });
  const reverted = await editor.operatorDrafts.revert({ DraftId });
  expect(reverted).toMatchObject({ State: 'Applied', Reverts: DraftId });
  const { Value } = await editor.operatorDrafts.object({ Object: 'documents/tos' });
  // Published versions stay: the earlier text is the newest one again.
  expect(Value).toEqual({ ...(before.Value as object), Version: 3 });
  await expect(editor.operatorDrafts.revert({ DraftId })).rejects.toMatchObject({ code: 'Conflict' });
});

test('an article is a draft, is published, changed, taken off and published again', async () => {
  const draft = await saveArticle('Summer event');
  const isListed = async () =>
    (await server.client().info.news({ Locale: 'en' })).News.find(
      ({ Messages }) => Messages[0]?.Header.startsWith('Summer') === true,
    );
  expect(await isListed()).toBeUndefined();
  await editor.operatorDrafts.apply({ DraftIds: [draft.DraftId] });
  const published = await isListed();
  const ArticleId = published?.Id ?? '';
  const changed = await saveArticle('Summer is here', ArticleId);
  await editor.operatorDrafts.apply({ DraftIds: [changed.DraftId] });
  expect(await isListed()).toEqual({
    ...published,
    Messages: [{ Locale: 'en', Header: 'Summer is here', Message: 'Text' }],
  });
  const gone = await editor.operatorNews.draftUnpublishing({
    ArticleId,
    Version: await versionOf(`news/${ArticleId}`),
  });
  await editor.operatorDrafts.apply({ DraftIds: [gone.DraftId] });
  expect(await isListed()).toBeUndefined();
  await editor.operatorDrafts.revert({ DraftId: gone.DraftId });
  expect(await isListed()).toMatchObject({ Id: ArticleId, CreatedAt: published?.CreatedAt });
});

test('a scheduled draft is applied at its time by the operator who scheduled it', async () => {
  const { DraftId } = await saveArticle('Tomorrow');
  const past = editor.operatorDrafts.schedule({ DraftId, ApplyAt: '2020-01-01T00:00:00Z' });
  await expect(past).rejects.toMatchObject({ code: 'InvalidRequest' });
  const ApplyAt = new Date(Date.now() + 3_600_000).toISOString();
  expect(await editor.operatorDrafts.schedule({ DraftId, ApplyAt })).toMatchObject({ State: 'Scheduled', ApplyAt });
  await server.jobs.runDue('apply-content-draft');
  expect((await editor.operatorNews.list({})).Articles.map(({ Messages }) => Messages[0]?.Header)).not.toContain(
    'Tomorrow',
  );
  laterMs = 3_700_000;
  await server.jobs.runDue('apply-content-draft');
  expect((await editor.operatorNews.list({})).Articles[0]?.Messages[0]?.Header).toBe('Tomorrow');
  const [entry] = await readAudit('news');
  expect(entry).toMatchObject({ action: 'operatorDrafts.schedule', actor_name: 'ann' });
});

test('a scheduled draft that no longer fits stays a draft with the reason', async () => {
  const first = await saveTerms('# One');
  const second = await saveTerms('# Two');
  const ApplyAt = new Date(Date.now() + 60_000).toISOString();
  await editor.operatorDrafts.schedule({ DraftId: first.DraftId, ApplyAt });
  await editor.operatorDrafts.apply({ DraftIds: [second.DraftId] });
  laterMs = 120_000;
  await server.jobs.runDue('apply-content-draft');
  const { Draft } = await editor.operatorDrafts.read({ DraftId: first.DraftId });
  expect(Draft).toMatchObject({ State: 'Open' });
  expect(Draft.Failure).toContain('documents/tos was changed since');
});

test('a draft without its time is not applied, and a discarded one neither', async () => {
  const { DraftId } = await saveTerms('# One');
  const ApplyAt = new Date(Date.now() + 60_000).toISOString();
  await editor.operatorDrafts.schedule({ DraftId, ApplyAt });
  await editor.operatorDrafts.schedule({ DraftId });
  laterMs = 120_000;
  await server.jobs.runDue('apply-content-draft');
  expect((await editor.operatorDrafts.read({ DraftId })).Draft).toMatchObject({ State: 'Open' });
  await editor.operatorDrafts.discard({ DraftId });
  await expect(editor.operatorDrafts.apply({ DraftIds: [DraftId] })).rejects.toMatchObject({ code: 'Conflict' });
});

test('texts of the portal and a game are changed as files, checked by the engine', async () => {
  const { Version, Value } = await editor.operatorDrafts.object({ Object: 'games/sky-hop/game.json' });
  const save = (value: unknown) =>
    editor.operatorDrafts.save({ Object: 'games/sky-hop/game.json', Version, Json: JSON.stringify(value) });
  await expect(save({ ...(Value as object), Nonsense: 1 })).rejects.toMatchObject({
    code: 'InvalidRequest',
    fields: { 'games/sky-hop/game.json': expect.stringContaining('Nonsense') as unknown },
  });
  const { DraftId } = await save({ ...(Value as object), Published: false });
  expect((await editor.operatorDrafts.read({ DraftId })).Lines).toEqual(['~ /Published: true → false']);
  const refused = other.operatorDrafts.apply({ DraftIds: [DraftId] });
  await expect(refused).rejects.toMatchObject({ code: 'Forbidden' });
  await editor.operatorDrafts.apply({ DraftIds: [DraftId] });
  expect((await server.client().games.list({})).Games).toEqual([]);
});

test('settings, pictures and unknown paths are no objects of drafts', async () => {
  for (const Object of [
    'settings/identities/email.json',
    'news.json',
    'pictures/wide.jpg',
    '../x',
    'documents/tos/1.md',
  ])
    await expect(editor.operatorDrafts.object({ Object })).rejects.toMatchObject({ code: 'NotFound' });
});

test('acceptances are counted by a job and since then', async () => {
  const { DraftId } = await saveTerms('# New terms');
  await editor.operatorDrafts.apply({ DraftIds: [DraftId] });
  const [version] = (await editor.operatorDocuments.versions({ Type: 'TOS' })).Versions;
  const { kysely } = server.database;
  const accept = async (minutesAgo: number) =>
    kysely
      .insertInto('document_acceptances')
      .values({
        acceptance_id: crypto.randomUUID(),
        version_id: version?.VersionId ?? '',
        account_id: await buildAccount(server.database, {}),
        accepted_at: new Date(Date.now() - minutesAgo * 60_000),
      })
      .execute();
  await accept(10);
  await accept(0);
  await server.jobs.runDue('document-acceptance-counts');
  await accept(0);
  const { Documents } = await editor.operatorDocuments.list({});
  expect(Documents.find(({ Type }) => Type === 'TOS')).toMatchObject({ Acceptances: 3 });
});

// Drafts of documents and prices with a second person, and drafts of prices by finance.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';

let server: TestApp;
let ann: Client;
let ben: Client;
let fin: Client;
let laterMs = 0;
type Client = Awaited<ReturnType<TestApp['operatorClient']>>;

beforeAll(async () => {
  const now = (): Date => new Date(Date.now() + laterMs);
  server = await createTestApp({ now, env: { SECOND_PERSON: 'documents,prices' } });
  await buildGames(server.database, ['gem-miner']);
  ann = await server.operatorClient('editor', { name: 'Ann' });
  ben = await server.operatorClient('editor', { name: 'Ben' });
  fin = await server.operatorClient('finance', { name: 'Fin' });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  laterMs = 0;
  await sql`truncate content_drafts, approvals`.execute(server.database.kysely);
  await sql`truncate documents, document_versions, products cascade`.execute(server.database.kysely);
});

const codeOf = (called: Promise<unknown>): Promise<string> =>
  called.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );

async function saveTerms(text: string, DraftId?: number): Promise<number> {
  const { Version } = await ann.operatorDrafts.object({ Object: 'documents/tos' });
  const saved = await ann.operatorDocuments.saveDraft({
    ...(DraftId !== undefined && { DraftId }),
    Type: 'TOS',
    Version,
    Texts: [{ Locale: 'en', Text: text }],
    NeedUserAcceptance: true,
    IsActive: true,
    Note: 'New law',
  });
  return saved.DraftId;
}

async function savePrices(by: Client, price: number): Promise<number> {
  const Object = 'games/gem-miner/products.json';
  const { Version } = await by.operatorDrafts.object({ Object });
  const products = [{ Sku: 'gems', Names: { en: 'Gems' }, Prices: { USD: price } }];
  return (await by.operatorDrafts.save({ Object, Version, Json: JSON.stringify(products) })).DraftId;
}

/** The number of the newest terms. */
const readTerms = async (): Promise<number | undefined> =>
  (await ann.operatorDocuments.versions({ Type: 'TOS' })).Document?.Number;

async function findRequest(by: Client) {
  const [request] = (await by.operatorApprovals.list({})).Approvals;
  if (!request) throw new Error('No request is open.');
  return request;
}

const approve = async (by: Client): Promise<string> => {
  const { ApprovalId } = await findRequest(by);
  return codeOf(by.operatorApprovals.approve({ ApprovalId }));
};

test('a draft of a document is applied once another operator approves it', async () => {
  const DraftId = await saveTerms('# Terms');
  expect(await codeOf(ann.operatorDrafts.apply({ DraftIds: [DraftId], Reason: 'Checked by lawyers' }))).toBe(
    'ApprovalRequired',
  );
  expect(await readTerms()).toBeUndefined();
  const request = await findRequest(ben);
  expect(request).toMatchObject({
    Call: 'operatorDrafts.apply',
    Permission: 'content.change documents.change',
    ObjectKind: 'draft',
    ObjectId: String(DraftId),
    Reason: 'Checked by lawyers',
    RequestedBy: 'Ann',
  });
  expect(await ben.operatorDrafts.read({ DraftId })).toMatchObject({
    Draft: { State: 'Open' },
    Approval: { ApprovalId: request.ApprovalId, Call: 'operatorDrafts.apply', RequestedBy: 'Ann' },
  });
  expect(await codeOf(ann.operatorApprovals.approve({ ApprovalId: request.ApprovalId }))).toBe('Forbidden');
  expect((await fin.operatorApprovals.list({})).Approvals).toEqual([]);
  expect(await codeOf(fin.operatorApprovals.approve({ ApprovalId: request.ApprovalId }))).toBe('NotFound');
  expect(await approve(ben)).toBe('ok');
  expect(await readTerms()).toBe(1);
  const details = await ann.operatorDrafts.read({ DraftId });
  expect(details.Draft).toMatchObject({ State: 'Applied', DecidedBy: 'Ann, approved by Ben' });
  expect(details.Approval).toBeUndefined();
});

test('a request without a reason has the note of its draft', async () => {
  const DraftId = await saveTerms('# Terms');
  await codeOf(ann.operatorDrafts.apply({ DraftIds: [DraftId] }));
  expect((await findRequest(ben)).Reason).toBe('New law');
});

test('what was changed since the request is not applied: the draft, or its object', async () => {
  const DraftId = await saveTerms('# Terms');
  await codeOf(ann.operatorDrafts.apply({ DraftIds: [DraftId] }));
  await saveTerms('# Other terms', DraftId);
  expect(await approve(ben)).toBe('Conflict');
  const { ApprovalId } = await findRequest(ben);
  await ben.operatorApprovals.reject({ ApprovalId, Reason: 'changed' });
  const second = await saveTerms('# Second');
  await codeOf(ann.operatorDrafts.apply({ DraftIds: [DraftId] }));
  await codeOf(ann.operatorDrafts.apply({ DraftIds: [second] }));
  expect(await approve(ben)).toBe('ok');
  expect(await approve(ben)).toBe('Conflict');
  expect(await readTerms()).toBe(1);
});

test('a scheduled draft is approved when it is scheduled, and applied at its time', async () => {
  const DraftId = await saveTerms('# Terms');
  const ApplyAt = new Date(Date.now() + 3_600_000).toISOString();
  expect(await codeOf(ann.operatorDrafts.schedule({ DraftId, ApplyAt }))).toBe('ApprovalRequired');
  laterMs = 3_700_000;
  await server.jobs.runDue('apply-content-draft');
  expect(await readTerms()).toBeUndefined();
  expect(await approve(ben), 'its time has passed').toBe('InvalidRequest');
  laterMs = 0;
  expect(await approve(ben)).toBe('ok');
  expect((await ann.operatorDrafts.read({ DraftId })).Draft).toMatchObject({ State: 'Scheduled', ApplyAt });
  laterMs = 3_700_000;
  await server.jobs.runDue('apply-content-draft');
  expect(await readTerms()).toBe(1);
  laterMs = 0;
  const again = await saveTerms('# Next');
  await codeOf(ann.operatorDrafts.schedule({ DraftId: again, ApplyAt }));
  await approve(ben);
  expect(await codeOf(ann.operatorDrafts.schedule({ DraftId: again })), 'stopping needs nobody').toBe('ok');
});

test('a revert is approved too', async () => {
  const DraftId = await saveTerms('# Terms');
  await codeOf(ann.operatorDrafts.apply({ DraftIds: [DraftId] }));
  await approve(ben);
  const next = await saveTerms('# Next');
  await codeOf(ann.operatorDrafts.apply({ DraftIds: [next] }));
  await approve(ben);
  expect(await codeOf(ann.operatorDrafts.revert({ DraftId: next, Reason: 'a mistake' }))).toBe('ApprovalRequired');
  expect(await readTerms()).toBe(2);
  expect((await ann.operatorDrafts.read({ DraftId: next })).Approval).toMatchObject({ Call: 'operatorDrafts.revert' });
  expect(await approve(ben)).toBe('ok');
  expect(await readTerms()).toBe(3);
});

test('other drafts need nobody', async () => {
  const { DraftId } = await ann.operatorNews.saveDraft({
    Version: 'new',
    Messages: [{ Locale: 'en', Header: 'Event', Message: 'Text' }],
    Priority: 'News',
    Tags: [],
  });
  expect(await codeOf(ann.operatorDrafts.apply({ DraftIds: [DraftId] }))).toBe('ok');
});

test('finance changes prices by drafts, approved by an operator with the same permission', async () => {
  const DraftId = await savePrices(fin, 1.99);
  expect(await codeOf(fin.operatorDrafts.apply({ DraftIds: [DraftId], Reason: 'Sale' }))).toBe('ApprovalRequired');
  expect((await findRequest(fin)).Permission).toBe('products.change');
  expect((await ann.operatorApprovals.list({})).Approvals, 'an editor decides no prices').toEqual([]);
  const other = await server.operatorClient('finance', { name: 'Flo' });
  expect(await approve(other)).toBe('ok');
  const { Products } = await fin.operatorProducts.show({ Game: 'gem-miner' });
  expect(Products).toMatchObject([{ Sku: 'gems', Prices: { USD: 1.99 } }]);
});

test('finance reads and changes drafts of prices only, editors the others', async () => {
  const prices = await savePrices(fin, 1.99);
  const terms = await saveTerms('# Terms');
  const listed = async (by: Client) => (await by.operatorDrafts.list({})).Drafts.map(({ DraftId }) => DraftId);
  expect(await listed(fin)).toEqual([prices]);
  expect(await listed(ann)).toEqual([terms, prices]);
  expect(await codeOf(fin.operatorDrafts.read({ DraftId: terms }))).toBe('Forbidden');
  expect(await codeOf(fin.operatorDrafts.object({ Object: 'documents/tos' }))).toBe('Forbidden');
  expect(await fin.operatorDrafts.read({ DraftId: prices })).toMatchObject({ MayChange: true });
  expect(await ann.operatorDrafts.read({ DraftId: prices })).toMatchObject({ MayChange: false });
  for (const [by, own, foreign] of [
    [fin, prices, terms],
    [ann, terms, prices],
  ] as const) {
    expect(await codeOf(by.operatorDrafts.apply({ DraftIds: [own, foreign] }))).toBe('Forbidden');
    expect(await codeOf(by.operatorDrafts.schedule({ DraftId: foreign }))).toBe('Forbidden');
    expect(await codeOf(by.operatorDrafts.discard({ DraftId: foreign }))).toBe('Forbidden');
    expect(await codeOf(by.operatorDrafts.discard({ DraftId: own }))).toBe('ok');
  }
});

test('a content folder that is applied by a call changes neither documents nor prices', async () => {
  const admin = await server.operatorClient('admin');
  const { Version, Files } = await admin.operator.content({});
  const apply = (Path: string, value: unknown) =>
    codeOf(
      admin.operator.applyContent({
        Version,
        Files: [...Files.filter((file) => file.Path !== Path), { Path, Text: JSON.stringify(value) }],
      }),
    );
  expect(
    await apply('games/gem-miner/products.json', [{ Sku: 'gems', Names: { en: 'Gems' }, Prices: { USD: 1 } }]),
  ).toBe('Forbidden');
  expect(await apply('rates.json', { EUR: 1.1 })).toBe('Forbidden');
  expect(await apply('documents/pp/document.json', { Versions: [{ Number: 1, Url: 'https://a.example/pp' }] })).toBe(
    'Forbidden',
  );
  expect((await admin.operator.content({})).Version).toBe(Version);
  expect(await apply('words.json', ['word'])).toBe('ok');
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOperatorKeys } from '#server/features/operator-keys/operator-keys.ts';
import { beginOperatorSession } from '#server/features/operators/operator-sessions.ts';
import { buildAccount, buildGames } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { createBrowser } from '#server/testing/test-browser.ts';
import { randomUUID } from 'node:crypto';

let server: TestApp;
let ann: ReturnType<TestApp['client']>;
let ada: string;
let ben: string;

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database);
  const keys = createOperatorKeys(server.database);
  ann = server.client(await keys.create('ann', ['moderation.read', 'moderation.change', 'players.read']));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  const { kysely } = server.database;
  await kysely.deleteFrom('accounts').execute();
  await kysely.deleteFrom('word_lists').execute();
  ada = await buildAccount(server.database, { name: 'Ada', games: [{ game: 'chess', uid: 'uid-ada' }] });
  ben = await buildAccount(server.database, { name: 'Mr Fudge' });
  for (const [account_id, game, rating] of [
    [ada, 'chess', 5],
    [ben, 'chess', 1],
    [ben, 'ludo', 2],
  ] as const)
    await kysely
      .insertInto('reviews')
      .values({ account_id, game, rating, text: `${game} ${rating}` })
      .execute();
});

const Reason = 'insults';
const codeOf = (called: Promise<unknown>): Promise<string> =>
  called.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );
const texts = async (filter: Parameters<typeof ann.operatorModeration.reviews>[0]) =>
  (await ann.operatorModeration.reviews(filter)).Reviews.map(({ Text }) => Text);
const ratingOf = async (game: string) => {
  const rating = await server.database.kysely
    .selectFrom('game_ratings')
    .select(['review_count', 'star_sum'])
    .where('game', '=', game)
    .executeTakeFirst();
  return rating && [rating.review_count, rating.star_sum];
};

test('lists reviews latest first, with filters and pages', async () => {
  expect(await texts({})).toEqual(['ludo 2', 'chess 1', 'chess 5']);
  expect(await texts({ Game: 'chess' })).toEqual(['chess 1', 'chess 5']);
  expect(await texts({ MaxRating: 1 })).toEqual(['chess 1']);
  const { NextBefore } = await ann.operatorModeration.reviews({ Limit: 2 });
  expect(await texts({ ...(NextBefore !== undefined && { Before: NextBefore }) })).toEqual(['chess 5']);
});

test("a hidden review doesn't count in the rating, whatever happens to it", async () => {
  const change = (Change: 'Hide' | 'Show', Game = 'chess', AccountId = ben) =>
    ann.operatorModeration.changeReview({ AccountId, Game, Change, Reason });
  expect(await ratingOf('chess')).toEqual([2, 6]);
  expect(await change('Hide')).toEqual({ Success: true });
  expect(await change('Hide')).toEqual({ Success: false });
  expect(await ratingOf('chess')).toEqual([1, 5]);
  expect(await texts({ IsHidden: true })).toEqual(['chess 1']);
  await server.database.kysely.updateTable('reviews').set({ rating: 4 }).where('account_id', '=', ben).execute();
  expect(await ratingOf('chess')).toEqual([1, 5]);
  expect(await ratingOf('ludo')).toEqual([1, 4]);
  expect(await change('Show')).toEqual({ Success: true });
  expect(await ratingOf('chess')).toEqual([2, 9]);
  await change('Hide');
  await server.database.kysely.deleteFrom('accounts').where('account_id', '=', ben).execute();
  expect(await ratingOf('chess')).toEqual([1, 5]);
  expect(await ratingOf('ludo')).toEqual([0, 0]);
  expect(await codeOf(change('Hide'))).toBe('NotFound');
  const entries = await server.database.kysely
    .selectFrom('audit_log')
    .select(['after', 'reason', 'game'])
    .where('object_kind', '=', 'review')
    .where('object_id', '=', ben)
    .orderBy('entry_id')
    .execute();
  expect(entries).toMatchObject([
    { after: { Hidden: true } },
    { after: { Hidden: false } },
    { after: { Hidden: true } },
  ]);
});

test("a studio sees its game's reviews without the accounts", async () => {
  const { kysely } = server.database;
  const operatorId = randomUUID();
  await kysely
    .insertInto('studios')
    .values({ studio: 'rook', name: 'Rook' })
    .onConflict((c) => c.doNothing())
    .execute();
  await kysely.insertInto('studio_games').values({ game: 'chess', studio: 'rook' }).execute();
  await kysely
    .insertInto('operators')
    .values({
      operator_id: operatorId,
      email: 'dev@rook.example',
      name: 'Dev',
      role: 'studio',
      studio: 'rook',
      invited_by: 'a test',
    })
    .execute();
  const token = await beginOperatorSession(kysely, { operatorId, isComplete: true, network: '', userAgent: '' });
  const { operatorModeration } = createBrowser(server.consoleApp, token).client;
  const { Reviews } = await operatorModeration.reviews({});
  expect(Reviews.map(({ Game }) => Game)).toEqual(['chess', 'chess']);
  expect(JSON.stringify(Reviews)).not.toMatch(new RegExp(`${ada}|${ben}|Ada|Fudge`));
  expect(Reviews.at(-1)).toMatchObject({ GameUid: 'uid-ada', Rating: 5 });
  expect(await codeOf(operatorModeration.reviews({ Game: 'ludo' }))).toBe('UnknownGame');
  expect(await codeOf(operatorModeration.names({}))).toBe('Forbidden');
  const change = { AccountId: ada, Game: 'chess', Change: 'Hide', Reason } as const;
  expect(await codeOf(operatorModeration.changeReview(change))).toBe('Forbidden');
});

test('finds names that the word list masks', async () => {
  await ann.operatorModeration.saveWordList({ Words: ['fudge'], Reason });
  expect(await ann.operatorModeration.names({})).toEqual({
    Players: [{ AccountId: ben, Name: 'Mr Fudge', Masked: 'Mr *****', CreatedAt: expect.any(String) }],
  });
  expect((await ann.operatorModeration.names({ BeforeAccountId: ben })).Players).toEqual([]);
});

test('word lists are saved unless somebody else has saved since', async () => {
  const { operatorModeration: moderation } = ann;
  expect(await moderation.wordLists({})).toEqual({ Lists: [], HasShippedList: true });
  const saved = await moderation.saveWordList({ Words: ['fudge'], Reason });
  expect(await codeOf(moderation.saveWordList({ Words: ['other'], Reason }))).toBe('Conflict');
  const UpdatedAt = saved.UpdatedAt ?? '';
  await moderation.saveWordList({ Words: ['fudge', 'treacle'], UpdatedAt, Reason });
  expect(await codeOf(moderation.saveWordList({ Words: [], UpdatedAt, Reason }))).toBe('Conflict');
  await moderation.saveWordList({ Game: 'chess', Words: ['pawn'], Reason });
  expect(await codeOf(moderation.saveWordList({ Game: 'nothing', Words: [], Reason }))).toBe('UnknownGame');
  expect(await moderation.wordLists({})).toMatchObject({
    Lists: [{ Words: ['fudge', 'treacle'] }, { Game: 'chess', Words: ['pawn'] }],
    HasShippedList: false,
  });
  expect(await moderation.removeWordList({ Game: 'chess', Reason })).toEqual({ Success: true });
  expect(await moderation.removeWordList({ Game: 'chess', Reason })).toEqual({ Success: false });
});

test('shows what the filter makes of a text', async () => {
  await ann.operatorModeration.saveWordList({ Game: 'ludo', Words: ['dice'], Reason });
  expect(await ann.operatorModeration.testWords({ Game: 'ludo', Text: 'loaded dice' })).toEqual({
    Text: 'loaded ****',
    Changed: true,
  });
  expect(await ann.operatorModeration.testWords({ Text: 'loaded dice' })).toEqual({
    Text: 'loaded dice',
    Changed: false,
  });
});

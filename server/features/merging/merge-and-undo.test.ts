// For any contents of two accounts: a merge loses and duplicates nothing, and undoing it restores everything.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSignIn } from '#server/features/sign-in/sign-in.ts';
import {
  befriend,
  buildAccount,
  buildDocument,
  buildGames,
  buildAchievements,
  buildQuests,
  offerMerge,
  readAccountPicture,
  type AccountSpec,
} from '#server/testing/build-accounts.ts';
import { chooseDrillSize } from '#server/testing/drill-size.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import type { MergeChanges } from './merge-accounts.ts';

let server: TestApp;
let versions: string[];
let quests: string[];

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database);
  versions = await buildDocument(server.database, 3);
  quests = await buildQuests(server.database, 'chess', 3);
  await buildAchievements(server.database, 'chess', achievementCodes);
});
afterAll(() => server[Symbol.asyncDispose]());

const achievementCodes = ['fork', 'mate'];
const proved = { type: 'Proved', id: 'proved' };
const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2026-01-01'), noInvalidDate: true });

/** The contents of each of the four accounts; ids contain the account's number, to be unique. */
function holdings(number: number): fc.Arbitrary<AccountSpec> {
  const game = fc.constantFrom('chess', 'ludo', 'go', 'mahjong');
  return fc
    .record({
      guest: fc.boolean(),
      email: fc.option(fc.constantFrom('one@example.com', 'two@example.com')),
      emailValidated: fc.boolean(),
      marketing: fc.boolean(),
      createdAt: instant,
      identities: fc.uniqueArray(fc.constantFrom('Email', 'Twitch', 'Steam'), { maxLength: 3 }),
      games: fc.uniqueArray(fc.record({ game, connectedAt: instant, lastPlayedAt: fc.option(instant) }), {
        selector: (each) => each.game,
      }),
      statuses: fc.uniqueArray(fc.record({ game, status: fc.string({ maxLength: 9 }), updatedAt: instant }), {
        selector: (each) => each.game,
      }),
      accepted: fc.uniqueArray(fc.nat(2)),
      services: fc.uniqueArray(game),
      quests: fc.uniqueArray(fc.record({ quest: fc.nat(2), progress: fc.nat(10) }), {
        selector: (each) => each.quest,
      }),
      achievements: fc.uniqueArray(
        fc.record({
          game: fc.constant('chess'),
          code: fc.constantFrom(...achievementCodes),
          progress: fc.nat(10),
          unlockedAt: fc.option(instant),
        }),
        { selector: (each) => each.code },
      ),
      pushes: fc.uniqueArray(fc.record({ game, browser: fc.constantFrom('phone', 'desk'), updatedAt: instant }), {
        selector: (each) => `${each.game} ${each.browser}`,
      }),
      bought: fc.array(game, { maxLength: 3 }),
      reviews: fc.uniqueArray(fc.record({ game, rating: fc.integer({ min: 1, max: 5 }), updatedAt: instant }), {
        selector: (each) => each.game,
      }),
      favorites: fc.uniqueArray(game),
      scores: fc.uniqueArray(fc.record({ game, score: fc.nat(5), reachedAt: instant }), {
        selector: (each) => each.game,
      }),
      saves: fc.uniqueArray(fc.record({ game, keys: fc.constantFrom({}, { level: '1' }, { level: '2' }) }), {
        selector: (each) => each.game,
      }),
    })
    .map((spec) => ({
      ...spec,
      name: `Player ${number}`,
      statuses: spec.statuses.map((each) => ({ ...each, status: each.status.replaceAll('\0', '') })),
      identities: [
        ...spec.identities.map((type) => ({ type, id: `${type} of ${number}` })),
        ...(number === 1 ? [proved] : []),
      ],
      games: spec.games.map((each) => ({ ...each, uid: `${each.game} of ${number}` })),
      accepted: spec.accepted.map((index) => versions[index] ?? ''),
      services: spec.services.map((each) => ({ game: each, service: 'x', id: `${each} of ${number}` })),
      quests: spec.quests.map(({ quest, progress }) => ({ questId: quests[quest] ?? '', progress })),
      bought: spec.bought.map((each) => ({ game: each, uid: `${each} of ${number}` })),
    }));
}

const side = fc.constantFrom('This' as const, 'Other' as const);

test(
  'a merge loses nothing, and undone it leaves everything as it was',
  { timeout: chooseDrillSize(120_000, 900_000) },
  async () => {
    const cases = fc.asyncProperty(
      fc.tuple(holdings(0), holdings(1), holdings(2), holdings(3)),
      fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { maxLength: 8 }),
      side,
      fc.dictionary(fc.constantFrom('chess', 'ludo', 'go'), side),
      async (specs, friendships, Keep, choices) => {
        const { database } = server;
        await database.kysely.deleteFrom('accounts').execute();
        const ids: string[] = [];
        for (const spec of specs) ids.push(await buildAccount(database, spec));
        for (const [one, other] of friendships) {
          if (one !== other) await befriend(database, ids[one] ?? '', ids[other] ?? '');
        }
        const [own = '', other = ''] = ids;
        const before = await readAccountPicture(database);
        const owned = await ownedBy([own, other]);

        const { token } = await server.sessions.begin(own);
        const merged = await server.client(token).profile.confirmMerge({
          MergeToken: await offerMerge(database, own, other, proved),
          Keep,
          Games: Object.entries(choices).map(([Game, Keep]) => ({ Game, Keep })),
        });
        expect(merged.AccountId).toBe(Keep === 'This' ? own : other);
        const shell = Keep === 'This' ? other : own;
        const parked = await parkedGames(merged.MergeId);
        const now = await ownedBy([merged.AccountId]);
        expect(now.identities).toEqual(owned.identities);
        expect([...now.games, ...parked].sort()).toEqual(owned.games);
        expect(await ownedBy([shell])).toEqual({ identities: [], games: [] });
        const chosen = Object.entries(choices).filter(
          ([game]) =>
            specs[0].games?.some((each) => each.game === game) && specs[1].games?.some((each) => each.game === game),
        );
        for (const [game, kept] of chosen) expect(now.games).toContain(`${game} of ${kept === 'This' ? 0 : 1}`);
        await expectNothingOf(shell);
        await expectTrueSums();

        await server.client(merged.Token).profile.undoMerge({ MergeId: merged.MergeId });
        const after = await readAccountPicture(database);
        // If the guest account survives, unproved identities stay suspended: it may have gained something since.
        const closed = specs[1].guest && Keep === 'Other';
        expect(closed ? withoutConfirmed(after) : after).toEqual(closed ? withoutConfirmed(before) : before);
      },
    );
    await fc.assert(cases, { numRuns: chooseDrillSize(12, 200) });
  },
);

test('a sign-in during a merge never ends in the merged account', async () => {
  const { database } = server;
  const signIn = createSignIn({ database, notifyIdentityChange: async () => undefined });
  const caller = {
    authorization: undefined,
    ip: '',
    userAgent: '',
    network: '',
    country: undefined,
    locale: 'en',
    origin: undefined,
    destination: undefined,
  } as const;
  const proof = { identity: { type: proved.type, externalId: proved.id } };
  for (let round = 0; round < 10; round++) {
    await database.kysely.deleteFrom('accounts').execute();
    const own = await buildAccount(database, { identities: [{ type: 'Steam', id: 'own' }] });
    const other = await buildAccount(database, { identities: [proved], games: [{ game: 'go', uid: 'x' }] });
    const { token } = await server.sessions.begin(own);
    const MergeToken = await offerMerge(database, own, other, proved);
    const signIns = Array.from({ length: 6 }, () => signIn(proof, { caller, scope: undefined }));
    const merged = await server.client(token).profile.confirmMerge({ MergeToken, Keep: 'This' });
    expect(merged.AccountId).toBe(own);
    const late = await signIn(proof, { caller, scope: undefined });
    expect(late.AccountId).toBe(own);
    await Promise.all(signIns);
    const alive = await database.kysely
      .selectFrom('sessions')
      .select('session_id')
      .where('account_id', '=', other)
      .where('revoked_at', 'is', null)
      .execute();
    expect(alive).toEqual([]);
  }
});

const withoutConfirmed = (picture: Record<string, string[]>): Record<string, string[]> => ({
  ...picture,
  social_identities: (picture['social_identities'] ?? [])
    .map((row) => row.replace(/"confirmed": (true|false)/, ''))
    .sort(),
});

async function ownedBy(accountIds: string[]) {
  const { kysely } = server.database;
  const identities = await kysely
    .selectFrom('social_identities')
    .select('external_id')
    .where('account_id', 'in', accountIds)
    .execute();
  const games = await kysely
    .selectFrom('connected_games')
    .select('game_uid')
    .where('account_id', 'in', accountIds)
    .execute();
  return {
    identities: identities.map(({ external_id }) => external_id).sort(),
    games: games.map(({ game_uid }) => game_uid).sort(),
  };
}

async function parkedGames(mergeId: string): Promise<string[]> {
  const { changes } = await server.database.kysely
    .selectFrom('merges')
    .select('changes')
    .where('merge_id', '=', mergeId)
    .executeTakeFirstOrThrow();
  const { parked } = changes as unknown as MergeChanges;
  return parked
    .filter(({ table }) => table === 'connected_games')
    .flatMap(({ rows }) => rows.map((row) => String(row['game_uid'])));
}

/** A game's shown rating matches its reviews. */
async function expectTrueSums(): Promise<void> {
  const { rows } = await sql`
    select game from game_ratings full join (
      select game, count(*) as reviews, sum(rating) as stars from reviews group by game
    ) real using (game)
    where review_count is distinct from coalesce(reviews, 0) or star_sum is distinct from coalesce(stars, 0)
  `.execute(server.database.kysely);
  expect(rows).toEqual([]);
}

async function expectNothingOf(shell: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from friends where account_id = ${shell} or friend_account_id = ${shell})
      + (select count(*) from player_statuses where account_id = ${shell})
      + (select count(*) from document_acceptances where account_id = ${shell})
      + (select count(*) from reviews where account_id = ${shell})
      + (select count(*) from review_requests where account_id = ${shell})
      + (select count(*) from favorites where account_id = ${shell})
      + (select count(*) from service_connections where account_id = ${shell}) as count
  `.execute(server.database.kysely);
  expect(rows).toEqual([{ count: 0 }]);
}

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublicGameConfig } from '#contract/config.ts';
import { befriend, buildAccount, buildGames, changeGame } from '#server/testing/build-accounts.ts';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { gamesPageSize } from './browse-games.ts';
import { recomputeGamePopularity } from './recompute-game-popularity.ts';
import { shelfSize } from './list-shelves.ts';

let server: TestApp;
const many = Array.from({ length: 40 }, (_, at) => `filler-${String(at).padStart(2, '0')}`);
const named = ['dragon-quest', 'sky-courier', 'gem-miner', 'paper-fleet'];

type Page = Partial<PublicGameConfig['StorePage']>;
const describeGame = (game: string, page: Page, orientation?: PublicGameConfig['GameOrientation']) =>
  changeGame(server.database, game, (config) => ({
    ...config,
    GameOrientation: orientation ?? config.GameOrientation,
    StorePage: { ...config.StorePage, ...page },
  }));

beforeAll(async () => {
  server = await createTestApp();
  await buildGames(server.database, [...many, ...named]);
  await describeGame('dragon-quest', {
    Title: {
      en: 'Dragon Quest',
      ru: 'Путь дракона',
      ja: 'ドラゴンの道',
      fa: 'راه اژدها',
      zh: '巨龙之路',
      pl: 'Łowca smoków',
      tr: 'IŞIK Ejderi',
    },
    Genre: 'Adventure',
    Tags: ['dragons', 'story'],
  });
  await describeGame('gem-miner', { Title: { en: 'Gem Miner' }, Genre: 'Arcade', Tags: ['relaxing'] }, 'Vertical');
  await describeGame('sky-courier', { Title: { en: 'Sky Courier' }, Genre: 'Arcade', Tags: ['story'] }, 'Horizontal');
});
afterAll(() => server[Symbol.asyncDispose]());
const discovery = (token?: string) => server.client(token).discovery;
const find = async (asked: Parameters<ReturnType<typeof discovery>['browse']>[0]) =>
  (await discovery().browse(asked)).Games.map(({ GameSystemName }) => GameSystemName);

describe('a search', () => {
  test.each([
    ['dragn', 'a letter is missing'],
    ['draagon', 'a letter is there twice'],
    ['dragom', 'another letter'],
    ['DRAGON', 'another case'],
    ['quest dragon', 'words in another order'],
    ['ragon', 'a part'],
    ['дракон', 'Russian'],
    ['дрокона', 'Russian with a slip'],
    ['ドラゴン', 'Japanese'],
    ['龙', 'one Chinese letter'],
    ['اژدها', 'Persian'],
    ['lowca', 'without its accents'],
    ['smokow', 'without its accents, too'],
    ['dragons', 'a tag'],
    ['ışık', 'letters of Turkish'],
    ['ISIK', 'and without them'],
  ])('for %j finds Dragon Quest first: %s', async (Search) => {
    expect((await find({ Search }))[0]).toBe('dragon-quest');
  });

  test('without similar games finds nothing, and reports it', async () => {
    expect(await discovery().browse({ Search: 'zzzz' })).toMatchObject({ Games: [], Total: 0 });
    for (const Search of ["'; drop table games; --", '%', '\\', '🐉', '()', '   x   '.repeat(10)])
      expect((await discovery().browse({ Search })).Total).toBeLessThan(10);
  });

  test('of only spaces counts as no search', async () => {
    expect((await discovery().browse({ Search: '   ' })).Total).toBe(many.length + named.length);
  });

  test('a renamed game is found only by its new name', async () => {
    await describeGame('paper-fleet', { Title: { en: 'Origami Armada' } });
    expect(await find({ Search: 'armada' })).toEqual(['paper-fleet']);
    await describeGame('paper-fleet', { Title: { en: 'Paper Fleet' } });
    expect(await find({ Search: 'armada' })).toEqual([]);
  });

  test('rejects long texts and invalid pages', async () => {
    for (const bad of [{ Search: 'x'.repeat(101) }, { Page: 0 }, { Page: 1.5 }, { Sort: 'Worst' as 'New' }])
      await expect(discovery().browse(bad)).rejects.toMatchObject({ status: 400, code: 'InvalidRequest' });
  });
});

test('filters by genre, tag and orientation, also combined', async () => {
  expect(await find({ Genre: 'Arcade', Sort: 'Name' })).toEqual(['gem-miner', 'sky-courier']);
  expect(await find({ Tag: 'story', Sort: 'Name' })).toEqual(['dragon-quest', 'sky-courier']);
  expect(await find({ Genre: 'Arcade', Tag: 'story' })).toEqual(['sky-courier']);
  expect(await find({ Genre: 'Arcade', Orientation: 'Vertical' })).toEqual(['gem-miner']);
  // `Unspecified` matches both orientations.
  expect(await find({ Search: 'dragon', Orientation: 'Vertical' })).toEqual(['dragon-quest']);
  const kinds = await discovery().kinds({});
  expect(kinds).toEqual({
    Genres: [
      { Name: 'Arcade', Games: 2 },
      { Name: 'Adventure', Games: 1 },
    ],
    Tags: [
      { Name: 'story', Games: 2 },
      { Name: 'dragons', Games: 1 },
      { Name: 'relaxing', Games: 1 },
    ],
  });
});

test('pages list each game once, and after the last page there is nothing', async () => {
  const pages = await Promise.all([1, 2, 3].map((Page) => discovery().browse({ Sort: 'Name', Page })));
  expect(pages.map(({ Games }) => Games.length)).toEqual([gamesPageSize, 44 - gamesPageSize, 0]);
  expect(pages.map(({ Total }) => Total)).toEqual([44, 44, 44]);
  const names = pages.flatMap(({ Games }) => Games.map(({ Title }) => Title));
  expect(new Set(names).size).toBe(44);
  expect(names).toEqual(names.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
});

test('games can be requested by name, each once; hidden and unknown ones are left out', async () => {
  const { Games } = await discovery().named({
    Games: ['gem-miner', 'nowhere', 'filler-01', 'gem-miner'],
    Locale: 'en',
  });
  expect(Games.map(({ Title }) => Title).toSorted()).toEqual(['Filler 01', 'Gem Miner']);
});

test('hidden games are not listed anywhere', async () => {
  const publish = (published: boolean) =>
    server.database.kysely.updateTable('games').set({ published }).where('game', '=', 'dragon-quest').execute();
  await publish(false);
  expect(await find({ Search: 'dragon' })).toEqual([]);
  expect((await discovery().named({ Games: ['dragon-quest'] })).Games).toEqual([]);
  expect((await discovery().shelves({})).Games.map(({ Title }) => Title)).not.toContain('Dragon Quest');
  await expect(discovery().about({ Game: 'dragon-quest' })).rejects.toMatchObject({ code: 'UnknownGame' });
  expect((await discovery().kinds({})).Genres).toEqual([{ Name: 'Arcade', Games: 2 }]);
  await publish(true);
});

describe('plays', () => {
  let ada: string;
  let borys: string;
  let tokens: string[];
  const play = (token: string | undefined, game: string) =>
    server.client(token).play.chooseGame({ GameSystemName: game, WebPublishingPlatform: 'FxId' });

  beforeAll(async () => {
    ada = await buildAccount(server.database);
    borys = await buildAccount(server.database);
    tokens = await Promise.all([ada, borys].map(async (account) => (await server.sessions.begin(account)).token));
    for (const game of named)
      await changeGame(server.database, game, (config) => ({ ...config, Url: 'https://game.example/' }));
    for (const token of tokens) await play(token, 'gem-miner');
    await play(tokens[0], 'gem-miner');
    await play(tokens[0], 'dragon-quest');
    await play(undefined, 'paper-fleet');
    await recomputeGamePopularity(server.database);
  });

  test('are counted once for starts in a short time, and again later', async () => {
    expect(await discovery().about({ Game: 'gem-miner' })).toMatchObject({ Plays: 2, Players: 2 });
    await sql`update connected_games set last_played_at = now() - interval '11 minutes' where account_id = ${ada}
      and game = 'gem-miner'`.execute(server.database.kysely);
    await play(tokens[0], 'gem-miner');
    // Reading counts nothing.
    expect(await discovery().about({ Game: 'gem-miner' })).toMatchObject({ Plays: 2 });
    await recomputeGamePopularity(server.database);
    expect(await discovery().about({ Game: 'gem-miner' })).toMatchObject({ Plays: 3, Players: 2 });
    expect(await discovery().about({ Game: 'paper-fleet' })).toMatchObject({ Plays: 0, Players: 0 });
  });

  test("determine what is popular; games without plays keep the portal's order", async () => {
    expect((await find({})).slice(0, 3)).toEqual(['gem-miner', 'dragon-quest', 'filler-00']);
    const { Total, Games, Popular, New, Kinds, Featured } = await discovery().shelves({ Locale: 'ru' });
    expect([Total, Popular.length, New.length, Featured]).toEqual([44, shelfSize, shelfSize, 'filler-00']);
    expect(Popular.slice(0, 2)).toEqual(['gem-miner', 'dragon-quest']);
    expect(Kinds).toEqual([]);
    expect(Games.find(({ GameSystemName }) => GameSystemName === 'dragon-quest')?.Title).toBe('Путь дракона');
    const cards = new Set(Games.map(({ GameSystemName }) => GameSystemName));
    expect([...Popular, ...New].every((game) => cards.has(game))).toBe(true);
    expect(Games).toHaveLength(cards.size);
  });

  test('of the last thirty days determine what is popular', async () => {
    await sql`update connected_games set last_played_at = now() - interval '40 days' where game = 'gem-miner'`.execute(
      server.database.kysely,
    );
    await recomputeGamePopularity(server.database);
    expect((await find({})).slice(0, 2)).toEqual(['dragon-quest', 'filler-00']);
    expect(await discovery().about({ Game: 'gem-miner' })).toMatchObject({ Plays: 3 });
  });

  test("a player's shelves: recently played games, favourites, and games that friends play", async () => {
    await befriend(server.database, ada, borys);
    await server.client(tokens[0]).favorites.add({ Game: 'sky-courier' });
    const own = await discovery(tokens[0]).own({});
    expect(own.Continue).toEqual(['dragon-quest', 'gem-miner']);
    expect(own.Favorites).toEqual(['sky-courier']);
    expect(own.Friends).toEqual([{ Game: 'gem-miner', Friends: 1 }]);
    expect(own.Games.map(({ GameSystemName }) => GameSystemName).toSorted()).toEqual([
      'dragon-quest',
      'gem-miner',
      'sky-courier',
    ]);
  });

  test('favourites and played games come first for the player, unless a search or a sort order is given', async () => {
    const ofAda = async (asked = {}) =>
      (await discovery(tokens[0]).browse(asked)).Games.map(({ GameSystemName }) => GameSystemName);
    expect((await ofAda()).slice(0, 3)).toEqual(['sky-courier', 'dragon-quest', 'gem-miner']);
    expect((await ofAda({ Genre: 'Arcade' })).slice(0, 2)).toEqual(['sky-courier', 'gem-miner']);
    expect(await ofAda({ Page: 2 })).not.toContain('sky-courier');
    expect(await ofAda({ Sort: 'Popular' })).toEqual(await find({}));
    expect((await ofAda({ Search: 'miner' }))[0]).toBe('gem-miner');
    const { token: bound } = await server.sessions.begin(ada, { begunBy: 'Game', game: 'gem-miner' });
    expect(await discovery(bound).browse({})).toEqual(await discovery().browse({}));
  });

  test("only friends see what a player plays, and not in a game's session", async () => {
    const stranger = await buildAccount(server.database);
    const { token } = await server.sessions.begin(stranger);
    expect(await discovery(token).own({})).toEqual({ Games: [], Continue: [], Favorites: [], Friends: [] });
    // A friendship row of the other player alone doesn't count.
    await server.database.kysely
      .insertInto('friends')
      .values({ account_id: ada, friend_account_id: stranger })
      .execute();
    expect((await discovery(token).own({})).Friends).toEqual([]);
    const { token: bound } = await server.sessions.begin(ada, { begunBy: 'Game', game: 'gem-miner' });
    await expect(discovery(bound).own({})).rejects.toMatchObject({ status: 403, code: 'SignInAgain' });
    await expect(discovery().own({})).rejects.toMatchObject({ status: 401 });
  });
});

test('new games are listed newest first, and marked for thirty days', async () => {
  await sql`update games set released_at = now() - interval '31 days' where game <> 'paper-fleet'`.execute(
    server.database.kysely,
  );
  const { New, Games } = await discovery().shelves({});
  expect(New[0]).toBe('paper-fleet');
  expect(Games.filter(({ IsNew }) => IsNew).map(({ GameSystemName }) => GameSystemName)).toEqual(['paper-fleet']);
  expect((await find({ Sort: 'New' }))[0]).toBe('paper-fleet');
});

test('a game that was hidden at first is new from the day on which it is shown', async () => {
  const { kysely } = server.database;
  const releasedAt = async () =>
    (await kysely.selectFrom('games').select('released_at').where('game', '=', 'hidden').executeTakeFirstOrThrow())
      .released_at;
  const { config } = await kysely
    .selectFrom('games')
    .select('config')
    .where('game', '=', 'gem-miner')
    .executeTakeFirstOrThrow();
  const row = { game: 'hidden', position: 99, config: JSON.stringify(config), published: false };
  await kysely.insertInto('games').values(row).execute();
  expect(await releasedAt()).toBeNull();
  await kysely.updateTable('games').set({ published: true }).where('game', '=', 'hidden').execute();
  const first = await releasedAt();
  expect(first).toBeInstanceOf(Date);
  for (const published of [false, true])
    await kysely.updateTable('games').set({ published }).where('game', '=', 'hidden').execute();
  expect(await releasedAt()).toEqual(first);
  await kysely.deleteFrom('games').where('game', '=', 'hidden').execute();
});

test('related games are those with the most in common', async () => {
  const { Related } = await discovery().about({ Game: 'sky-courier', Locale: 'pl' });
  expect(Related.slice(0, 2).map(({ Title }) => Title)).toEqual(['Gem Miner', 'Łowca smoków']);
  expect(Related.map(({ GameSystemName }) => GameSystemName)).not.toContain('sky-courier');
});

test('categories with at least three games have their own shelf', async () => {
  for (const game of many.slice(0, 3)) await describeGame(game, { Genre: 'Arcade', Tags: ['story'] });
  const { Kinds } = await discovery().shelves({});
  expect(Kinds).toEqual([
    {
      Kind: 'Genre',
      Name: 'Arcade',
      Games: ['gem-miner', 'filler-00', 'filler-01', 'filler-02', 'sky-courier'].toSorted(byPlace),
    },
    { Kind: 'Tag', Name: 'story', Games: ['dragon-quest', 'filler-00', 'filler-01', 'filler-02', 'sky-courier'] },
  ]);
});

const byPlace = (a: string, b: string): number => [...many, ...named].indexOf(a) - [...many, ...named].indexOf(b);

test('replies are small: a page is compressed, and contains only what it shows', async () => {
  const ask = (encoding: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/v1/games/browse',
      headers: { 'accept-encoding': encoding },
      payload: { Locale: 'en' },
    });
  const [plain, packed] = await Promise.all([ask('identity'), ask('br')]);
  expect(packed.headers['content-encoding']).toBe('br');
  expect(plain.json().Games).toHaveLength(gamesPageSize);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
});

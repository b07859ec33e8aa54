// Games that a developer adds for one run: named after their folder, served in place, removed without the flag.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGamesReader } from '#server/features/games/read-games.ts';
import { createLog } from '#server/http/log.ts';
import { createTestDatabase } from '#server/testing/create-test-database.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { developerGamesFolder, addDeveloperGames } from './add-developer-games.ts';
import { readLabArguments } from './read-lab-arguments.ts';

describe('the command line', () => {
  it.each([
    ['./my-game', 'my-game'],
    ['/somewhere/My Great Game/dist', 'my-great-game'],
    ['./', 'here'],
    ['../Unity_Thing/Build/', 'unity-thing'],
    ['http://localhost:3000', 'localhost-3000'],
    ['https://miner.example/play/', 'miner-example'],
  ])('derives from %s the name %s', (source, name) => {
    expect(readLabArguments(['--game', source], '/made/here')).toEqual({ games: [{ name, source }] });
  });

  it('accepts several games, or none', () => {
    expect(readLabArguments(['--game', 'a', '--game=b'], '/made').games.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(readLabArguments([], '/made')).toEqual({ games: [] });
  });

  it('accepts the origins that games may load from, like npm run games -- add', () => {
    const allow = (value: string) => readLabArguments(['--game', 'a', '--allow', value], '/made').allow;
    expect(allow('found')).toBe('found');
    expect(allow('https://api.example/, wss://live.example')).toEqual(['https://api.example', 'wss://live.example']);
  });

  it.each([
    [['--allow', 'found'], /--allow needs --game/],
    [['--game', 'a', '--allow', 'everything'], /--allow has "everything": give origins/],
    [['--games', 'a'], /Unknown option '--games'.*Usage: npm start/s],
    [['a'], /Usage: npm start/],
    [['--game'], /Usage: npm start/],
    [['--game', 'a', '--game', 'b/../a'], /Two games would be called a/],
    [['--game', '/ゲーム/遊ぶ'], /Can't make a name/],
  ])('refuses %j', (given, text) => {
    expect(() => readLabArguments(given, '/made')).toThrow(text);
  });
});

describe('developer games', () => {
  const start = async () => {
    const { database, drop } = await createTestDatabase();
    onTestFinished(drop);
    const from = createTemporaryFolder();
    const reports: string[] = [];
    const dataDir = join(from, 'data');
    const { readGames } = createGamesReader(database);
    return {
      from,
      dataDir,
      database,
      reports,
      place: (...sources: string[]) =>
        addDeveloperGames(
          readLabArguments(
            sources.flatMap((source) => (source.startsWith('--') ? [source] : ['--game', source])),
            from,
          ),
          {
            config: {
              dataDir,
              publicUrl: new URL('http://localhost:8080'),
              gamesUrl: 'http://{game}.localhost:8081',
              gamePolicy: 'open',
            },
            database,
            log: createLog({ level: 'silent' }),
            from,
            report: (text) => void reports.push(text),
          },
        ),
      page: (name: string, text = name) => {
        mkdirSync(join(from, name), { recursive: true });
        writeFileSync(join(from, name, 'index.html'), text);
      },
      names: async () => (await readGames()).map(({ game }) => game),
      config: async (name: string) => (await readGames()).find(({ game }) => game === name)?.config,
    };
  };

  it('are in the portal, and a changed file is served immediately', async () => {
    const { place, page, names, config, from, dataDir } = await start();
    page('my-game', 'first');
    expect(await place('./my-game', 'http://localhost:3000/play')).toEqual(['my-game', 'localhost-3000']);
    expect(await names()).toEqual(['my-game', 'localhost-3000']);
    expect(await config('localhost-3000')).toMatchObject({ Url: 'http://localhost:3000/play', PlayGameType: 'Iframe' });
    expect(await config('my-game')).toMatchObject({ StorePage: { Title: { en: 'My Game' } } });
    writeFileSync(join(from, 'my-game/index.html'), 'second');
    expect(readFileSync(join(developerGamesFolder(dataDir), 'my-game/index.html'), 'utf8')).toBe('second');
  });

  it('are removed by the next start without them, and their files remain', async () => {
    const { place, page, names, from } = await start();
    page('one');
    page('two');
    await place('one', 'two');
    expect(await place('two')).toEqual(['two']);
    expect(await names()).toEqual(['two']);
    expect(await place()).toEqual([]);
    expect(await names()).toEqual([]);
    expect(readFileSync(join(from, 'one/index.html'), 'utf8')).toBe('one');
  });

  it('get another name if a permanent game has theirs', async () => {
    const { place, page, names, database } = await start();
    page('taken');
    await place('taken');
    await database.kysely
      .insertInto('games')
      .columns(['game', 'position', 'config'])
      .expression((eb) => eb.selectFrom('games').select((e) => [e.val('kept').as('game'), 'position', 'config']))
      .execute();
    page('kept');
    expect(await place('kept')).toEqual(['own-kept']);
    expect(await place('kept')).toEqual(['own-kept']);
    expect(await place()).toEqual([]);
    expect(await names()).toEqual(['kept']);
  });

  it('are inspected like added games, with advice for npm start', async () => {
    const { place, page, reports, config } = await start();
    page('my-game', '<script src="https://cdn.example/lib.js"></script><img src="gone.png">');
    await place('./my-game');
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain('Your game my-game:\nIt names files that it does not have:\n  - gone.png');
    expect(reports[0]).toContain('https://cdn.example  (in index.html)');
    expect(reports[0]).toContain('To allow them: npm start -- --game ./my-game --allow https://cdn.example');
    await place('./my-game', '--allow=https://cdn.example');
    expect(await config('my-game')).toMatchObject({ ConnectOrigins: ['https://cdn.example'] });
    expect(reports[1]).not.toContain('To allow them');
    await expect(place('http://localhost:3000', '--allow=found')).rejects.toThrow('Leave --allow out');
  });

  it('may be built for another portal, which is found at each start, or given', async () => {
    const { place, page, reports, config } = await start();
    page('my-game', '<script src="https://sdk.crazygames.com/crazygames-sdk-v2.js"></script>');
    await place('my-game');
    expect(reports).toEqual([expect.stringContaining('Your game my-game:\nBuilt for CrazyGames v2.')]);
    expect(await config('my-game')).toMatchObject({ ForeignSdk: 'crazygames' });
    await place('my-game', '--sdk=none');
    expect(await config('my-game')).toMatchObject({ ForeignSdk: 'none' });
    page('my-game', 'a game of our own');
    await place('my-game');
    expect(await config('my-game')).not.toHaveProperty('ForeignSdk');
  });

  it('are rejected with advice if they are not games, and leave nothing behind', async () => {
    const { place, page, names } = await start();
    page('fine');
    await expect(place('fine', 'missing')).rejects.toThrow(/There is no folder .*missing/);
    await place();
    expect(await names()).toEqual([]);
  });
});

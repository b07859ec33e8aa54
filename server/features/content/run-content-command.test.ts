import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoAccountId, insertDemoContent } from '#lab/demo/insert-demo-content.ts';
import { listMissingSetup } from '#server/checking/list-missing-setup.ts';
import { readConfig } from '#server/config.ts';
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { readNews } from '#server/features/news/read-news.ts';
import { listDuePictures } from '#server/features/pictures/list-due-pictures.ts';
import { addGame } from '#server/features/publishing/add-game.ts';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '#server/testing/create-test-database.ts';
import { readContentArguments, runContentCommand } from './run-content-command.ts';

const example = join(import.meta.dirname, '../../../docs/examples/content');
const config = readConfig({});
const sealer = createSealer(config.secrets);
const log = pino({ level: 'silent' });
const now = () => new Date();

let from: string;
beforeEach(() => {
  from = createTemporaryFolder();
});

async function run({ database }: TestDatabase, line: string): Promise<string> {
  const said: string[] = [];
  const parts = {
    config: { ...config, dataDir: join(from, 'data') },
    database,
    sealer,
    log,
    now,
    from,
    operator: 'ada on desk',
  };
  const report = (text: string): void => void said.push(text);
  const isWell = await runContentCommand(readContentArguments(line.split(' ')), {
    ...parts,
    report,
    listMissingSetup: () => listMissingSetup(parts),
  });
  return [...said, ...(isWell ? [] : ['something is missing'])].join('\n');
}

function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(join(from, folder), { recursive: true, encoding: 'utf8', withFileTypes: true });
  const files = names.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  return Object.fromEntries(
    files.map((file) => [file.slice(join(from, folder).length + 1), readFileSync(file, 'utf8')]),
  );
}

function write(path: string, content: unknown): void {
  mkdirSync(dirname(join(from, path)), { recursive: true });
  writeFileSync(
    join(from, path),
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  );
}

function edit<Value>(path: string, change: (value: Value) => unknown): void {
  write(path, change(JSON.parse(readFileSync(join(from, path), 'utf8')) as Value));
}

test("the guide's commands are valid", () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/content.md'), 'utf8');
  const lines = [...guide.matchAll(/^npm run content -- (.*?)(?: {2,}#.*)?$/gm)].map(([, words = '']) => words);
  expect(lines).toHaveLength(6);
  for (const line of lines) expect(() => readContentArguments(line.split(' ')), line).not.toThrow();
});

describe('a portal with the demo', () => {
  test('lists, hides, shows and removes entries of a leaderboard', async () => {
    const borys = demoAccountId('Borys');
    const listed = async (): Promise<string[]> =>
      (await run(demo, 'scores gem-miner depth')).split('\n').map((line) => line.trim().split(/ {2,}/).join(' '));
    const others = [`1 97 ${demoAccountId('Darya')} Darya`, `31 ${demoAccountId('Guest 17')} Guest 17`] as const;
    expect(await listed()).toEqual([others[0], `2 64 ${borys} Borys`, `3 ${others[1]}`]);
    expect(await run(demo, `hide-scores gem-miner depth ${borys}`)).toBe('The entries are hidden, also later ones.');
    expect(await listed()).toEqual([others[0], `hidden 64 ${borys} Borys`, `2 ${others[1]}`]);
    expect(await run(demo, `hide-scores gem-miner depth ${borys}`)).toBe('Nothing changed.');
    expect(await run(demo, `show-scores gem-miner depth ${borys}`)).toBe('The entries are shown again.');
    await expect(run(demo, `remove-scores gem-miner depth ${borys}`)).rejects.toThrow('add --yes');
    expect(await run(demo, `remove-scores gem-miner depth ${borys} --yes`)).toContain('are deleted');
    expect(await listed()).toEqual([others[0], `2 ${others[1]}`]);
    await expect(run(demo, 'scores gem-miner no-such-board')).rejects.toThrow('no leaderboard');
    await expect(run(demo, 'hide-scores gem-miner depth Borys')).rejects.toThrow("isn't an account id");
  });

  test('a leaderboard that is no longer declared, or changes its order, is named', async () => {
    await run(demo, 'pull site');
    edit<{ Config: { Leaderboards: object[] } }>('site/games/gem-miner/game.json', (game) => ({
      ...game,
      Config: {
        ...game.Config,
        Leaderboards: game.Config.Leaderboards.map((board) => ({ ...board, Ascending: true })),
      },
    }));
    expect(await run(demo, 'diff site')).toContain(
      'leaderboards that start again or are no longer shown; their entries stay: depth',
    );
  });

  let demo: TestDatabase;
  beforeAll(async () => {
    demo = await createTestDatabase();
    await insertDemoContent(demo.database);
    const settings = createAdapterSettings({ database: demo.database, sealer, log });
    await settings.write('identities', 'vkid', { AppId: '42', RedirectUrl: 'https://play.example/SignInReturn' });
  });
  afterAll(() => demo.drop());

  test('is pulled, pushed into an empty portal and pulled again, byte for byte the same', async () => {
    await using empty = await createTestDatabase();
    expect(await run(demo, 'pull first')).toContain("first contains the portal's content");
    expect(Object.keys(filesOf('first'))).toEqual(
      expect.arrayContaining([
        'content.json',
        'portal.json',
        'documents/tos/2.md',
        'games/gem-miner/game.json',
        'games/gem-miner/products.json',
        'games/gem-miner/documents/tos/document.json',
      ]),
    );
    expect(await run(demo, 'push first')).toBe('No changes.');
    // The version belongs to another portal's content, so an operator removes it before moving the folder here.
    edit<object>('first/content.json', () => ({ Format: 1 }));
    expect(await run(empty, 'push first --yes')).toContain('Added    games/gem-miner/game.json');
    expect(await run(empty, 'push first --yes')).toBe('No changes.');
    await run(empty, 'pull second');
    await run(demo, 'pull first --yes');
    expect(filesOf('second')).toEqual(filesOf('first'));
    expect(await run(empty, 'log')).toMatch(/ada on desk\n(.*\n)* +Added games\/gem-miner\/game\.json: \+ Gem Miner/);
  });

  test('shows the changes, asks first, and says what happens to removed content', async () => {
    await run(demo, 'pull site');
    edit<{ Sku: string; Prices: object }[]>('site/games/gem-miner/products.json', ([first, , ...rest]) => [
      { ...first, Prices: { ...first?.Prices, USD: 123.45 } },
      ...rest,
    ]);
    edit<object>('site/games/gem-miner/game.json', (game) => ({ ...game, ImportAllowed: true }));
    rmSync(join(from, 'site/games/sky-courier'), { recursive: true });
    rmSync(join(from, 'site/games/gem-miner/documents'), { recursive: true });
    rmSync(join(from, 'site/games/gem-miner/words.json'));
    rmSync(join(from, 'site/portal.json'));
    const shown = await run(demo, 'diff site');
    expect(shown).toMatch(
      /Changed {2}games\/gem-miner\/products\.json\n +! withdrawn: gems-550; orders and what was bought stay\n +~ \/gems-100\/Prices\/USD: 1\.99 → 123\.45\n +- \/gems-550: /,
    );
    expect(shown).toContain('~ /ImportAllowed: false → true');
    expect(shown).toMatch(
      /Removed {2}games\/sky-courier\/game\.json\n +- the game is hidden; nothing of it is deleted/,
    );
    expect(shown).toMatch(/games\/gem-miner\/documents\/tos\/document\.json\n +- no longer shown or asked for/);
    expect(shown).toContain('portal.json is not in the folder and stays as it is');
    await expect(run(demo, 'push site')).rejects.toThrow(
      'Nothing was changed. To apply it: npm run content -- push site --yes',
    );
    await run(demo, 'push site --yes');
    expect(await run(demo, 'push site --yes')).not.toMatch(/Changed|Removed|Added/);
    const { kysely } = demo.database;
    const courier = await kysely.selectFrom('games').select('published').where('game', '=', 'sky-courier').execute();
    expect(courier).toEqual([{ published: false }]);
    const sold = await kysely.selectFrom('products').select('sku').where('game', '=', 'sky-courier').execute();
    expect(sold).not.toEqual([]);
    const { count } = await kysely
      .selectFrom('document_versions')
      .innerJoin('documents', 'documents.document_id', 'document_versions.document_id')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('game', '=', 'gem-miner')
      .executeTakeFirstOrThrow();
    expect(count).toBe(2);
  });

  test("with prices that a platform of the game can't charge is rejected", async () => {
    await run(demo, 'pull steps --yes');
    type Priced = { Sku: string; Prices: object };
    edit<Priced[]>('steps/games/gem-miner/products.json', ([first, ...rest]) => [
      { ...first, Prices: { ...first?.Prices, UAH: 80.5 } },
      ...rest,
    ]);
    expect(await run(demo, 'diff steps')).toContain('UAH');
    const settings = createAdapterSettings({ database: demo.database, sealer, log });
    await settings.write('platforms', 'steam', { AppId: '480', PublisherKey: 'a publisher key' });
    await expect(run(demo, 'push steps --yes')).rejects.toThrow(
      /games\/gem-miner\/products\.json: \/0\/Prices\/UAH of .* is 80\.5, but Steam charges UAH only in steps of 1\./,
    );
    await settings.remove('platforms', 'steam', undefined);
  });

  test('that was changed elsewhere since is not overwritten', async () => {
    await run(demo, 'pull mine');
    await run(demo, 'pull yours');
    write('yours/words.json', ['gosh']);
    await run(demo, 'push yours --yes');
    write('mine/words.json', ['golly']);
    await expect(run(demo, 'push mine --yes')).rejects.toThrow(
      /was changed since mine was pulled \(the last push was that of ada on desk, .*\)\. Nothing was changed\./,
    );
    expect(await run(demo, 'diff mine')).toContain('was changed since mine was pulled');
    await expect(run(demo, 'pull mine')).rejects.toThrow('Nothing was written');
    await run(demo, 'pull mine --yes');
    await run(demo, 'pull yours --yes');
    expect(filesOf('mine')).toEqual(filesOf('yours'));
  });
});

describe('a folder', () => {
  let portal: TestDatabase;
  beforeAll(async () => {
    portal = await createTestDatabase();
  });
  afterAll(() => portal.drop());
  beforeEach(() => cpSync(example, join(from, 'site'), { recursive: true }));
  const count = async (): Promise<number> =>
    (await portal.database.kysely.selectFrom('games').select('game').execute()).length;

  test.each<[string, string, unknown, RegExp]>([
    ['no JSON', 'games/sky-hop/game.json', '{"Game": ', /games\/sky-hop\/game\.json: isn't valid JSON/],
    ['an unknown field', 'portal.json', { Nme: 1 }, /portal\.json: \/Nme is an unknown field: remove it/],
    [
      'a wrong price',
      'games/sky-hop/products.json',
      [{ Sku: 'a', Names: { en: 'A' }, Prices: { USD: 1.999 } }],
      /products\.json: \/0\/Prices\/USD is 1\.999, but USD has 2 decimals/,
    ],
    [
      'a currency that is worth nothing',
      'games/sky-hop/products.json',
      [{ Sku: 'a', Names: { en: 'A' }, Prices: { GBP: 1 } }],
      /nothing says what GBP is worth/,
    ],
    [
      'a name of a host of ours',
      'games/checkout/game.json',
      {},
      /games\/checkout\/game\.json: The name checkout is taken/,
    ],
    [
      'a game that is not there',
      'games/no-game/words.json',
      ['x'],
      /belongs to no-game, and there is no games\/no-game\/game\.json/,
    ],
    [
      'a friend that is not there',
      'games/sky-hop/game.json',
      { SharedWith: ['nobody'] },
      /SharedWith\/0 is nobody, which isn't a game here/,
    ],
    [
      'a document without a text',
      'documents/tos/document.json',
      { Versions: [{ Number: 2 }] },
      /needs either a Url or a text: put it into 2\.md/,
    ],
    [
      'a URL that is not a page',
      'documents/tos/document.json',
      { Versions: [{ Number: 2, Url: 'http://a.example' }] },
      /\/Versions\/0\/Url isn't an https address/,
    ],
    ['a NUL', 'words.json', '["a\\u0000"]', /words\.json: Text must be well-formed/],
    [
      'a key of another object',
      'portal.json',
      '{"__proto__": {"a": 1}}',
      /portal\.json: The name "__proto__" is not taken/,
    ],
    ['an unknown adapter', 'settings/payments/cash.json', {}, /payments\/cash isn't an adapter/],
    [
      'an unknown file',
      'games/sky-hop/save.exe',
      'x',
      /games\/sky-hop\/save\.exe: isn't a file of a content folder\. Use portal\.json/,
    ],
    ['a hostile name', 'games/%2e%2e%2fetc/game.json', {}, /isn't a file of a content folder/],
    ['bytes', 'words.json', '\u0000', /words\.json: isn't valid JSON/],
  ])('with %s is rejected with file, field and remedy, and applies nothing', async (_, path, content, fault) => {
    write(`site/${path}`, content);
    await expect(run(portal, 'push site --yes')).rejects.toThrow(fault);
    await expect(run(portal, 'diff site')).rejects.toThrow('nothing was changed');
    expect(await count()).toBe(0);
    expect(await run(portal, 'log')).toBe('No content has been pushed yet.');
  });

  test('is read and written without following links', async () => {
    symlinkSync('/etc/passwd', join(from, 'site/words.json.lnk'));
    await expect(run(portal, 'diff site')).rejects.toThrow('words.json.lnk: is a link or no file at all');
    rmSync(join(from, 'site/words.json.lnk'));
    mkdirSync(join(from, 'elsewhere'));
    rmSync(join(from, 'site'), { recursive: true });
    symlinkSync(join(from, 'elsewhere'), join(from, 'way'));
    await expect(run(portal, 'diff nothing')).rejects.toThrow('nothing is empty');
    write('other/notes.json', {});
    await expect(run(portal, 'push other')).rejects.toThrow("isn't a content folder: it has no content.json");
    await expect(run(portal, 'pull other')).rejects.toThrow("isn't a content folder");
    expect(readdirSync(join(from, 'other'))).toEqual(['notes.json']);
  });

  test('of the guide fills an empty portal, which then names what only commands can add', async () => {
    await using empty = await createTestDatabase();
    const before = await run(empty, 'check');
    for (const lack of [
      'there are no games',
      'no Terms of Service',
      'no Privacy Policy',
      'no legal contact',
      'no payment provider',
      "email can't be sent",
    ])
      expect(before).toContain(lack);
    const said = await run(empty, 'push site --yes');
    expect(said).toContain('Added    games/sky-hop/products.json\n         + stars_100, golden_cloud');
    expect(said).toContain(
      "sky-hop can't be played: no files and no external address.\n    Add the files: npm run games -- add sky-hop <folder>",
    );
    expect(await run(empty, 'push site --yes')).toBe('No changes.');
    const record = recordCommand('games add', 'ann on laptop');
    const games = {
      ...empty,
      config: { ...config, dataDir: from },
      log,
      now,
      from: example,
      report: () => undefined,
      record,
    };
    await addGame({ game: 'sky-hop', source: '../games/sky-hop' }, games);
    expect(await run(empty, 'push site --yes')).toBe('No changes.');
    const after = await run(empty, 'check');
    expect(after).toContain('there are 2 products but no payment provider');
    for (const lack of ['no games', "can't be played", 'Terms', 'Privacy', 'no legal contact'])
      expect(after).not.toContain(lack);
    // Values that the portal has filled in don't change what the folder contains.
    await run(empty, 'pull pulled');
    expect(filesOf('pulled')['documents/tos/1.md']).toBe(filesOf('site')['documents/tos/1.md']);
    expect(await run(empty, 'push pulled')).toBe('No changes.');
  });

  test('contains its pictures: resized for pages, addressed by hash, and pulled again unchanged', async () => {
    await using portal = await createTestDatabase();
    const draw = (red: number) =>
      sharp({ create: { width: 400, height: 200, channels: 3, background: { r: red, g: 90, b: 200 } } })
        .png()
        .toBuffer();
    write('site/games/sky-hop/pictures/wide.png', await draw(10));
    write('site/games/sky-hop/pictures/stars.png', await draw(20));
    write('site/pictures/open.png', await draw(30));
    edit<{ Config: { StorePage: object } }>('site/games/sky-hop/game.json', ({ Config, ...rest }) => ({
      ...rest,
      Config: { ...Config, StorePage: { ...Config.StorePage, WideArt: 'pictures/wide.png' } },
    }));
    edit<object[]>('site/games/sky-hop/products.json', ([first, ...rest]) => [
      { ...first, ImageUrl: 'pictures/stars.png' },
      ...rest,
    ]);
    edit<object[]>('site/news.json', ([first]) => [{ ...first, ImageUrl: 'pictures/gone.png' }]);
    await expect(run(portal, 'push site --yes')).rejects.toThrow(
      'news.json: names pictures/gone.png, and there is no pictures/gone.png',
    );
    edit<object[]>('site/news.json', ([first]) => [{ ...first, ImageUrl: 'pictures/open.png' }]);
    expect(await run(portal, 'push site --yes')).toMatch(
      /Added +games\/sky-hop\/pictures\/wide\.png\n +\+ [0-9a-f]{32}/,
    );
    expect(await run(portal, 'push site --yes')).toBe('No changes.');

    const { kysely } = portal.database;
    const { config: stored } = await kysely.selectFrom('games').select('config').executeTakeFirstOrThrow();
    const made = await kysely
      .selectFrom('pictures')
      .selectAll()
      .where('source', '=', stored.StorePage.WideArt)
      .execute();
    expect(made).toMatchObject([{ game: 'sky-hop', width: 400, height: 200, widths: [320, 400], fault: null }]);
    expect(stored.StorePage.WideArt).toBe(`${config.publicUrl.origin}/pictures/${made[0]?.hash}/whole.webp`);
    expect(readdirSync(join(from, 'data/pictures', made[0]?.hash ?? '')).toSorted()).toEqual([
      '320.avif',
      '320.webp',
      '400.avif',
      '400.webp',
      'whole.webp',
    ]);
    const news = await kysely
      .selectFrom('news')
      .select('image_url')
      .where('game', 'is', null)
      .executeTakeFirstOrThrow();
    expect(news.image_url).toMatch(/^\/pictures\/[0-9a-f]{32}\/whole\.webp$/);
    const [told] = await readNews(portal.database.kysely, { locales: ['en'], limit: 1 });
    expect(told?.picture).toMatchObject({ width: 400, height: 200, widths: [320, 400] });
    expect(await listDuePictures(portal.database, 'sky-hop')).toEqual([]);

    await run(portal, 'pull pulled');
    for (const name of ['games/sky-hop/pictures/wide.png', 'pictures/open.png'])
      expect(readFileSync(join(from, 'pulled', name))).toEqual(readFileSync(join(from, 'site', name)));
    expect(filesOf('pulled')['games/sky-hop/products.json']).toContain('"pictures/stars.png"');

    // Every page that uses the picture shows the new one.
    write('site/games/sky-hop/pictures/wide.png', await draw(40));
    const said = await run(portal, 'push site --yes');
    expect(said).toMatch(/Changed +games\/sky-hop\/game\.json\n +~ a picture is another one/);
    expect(said).toMatch(/Changed +games\/sky-hop\/pictures\/wide\.png\n +~ \/Hash: "[0-9a-f]{32}" → "[0-9a-f]{32}"/);
    const { config: now } = await kysely.selectFrom('games').select('config').executeTakeFirstOrThrow();
    expect(now.StorePage.WideArt).not.toBe(stored.StorePage.WideArt);
    rmSync(join(from, 'site/pictures/open.png'));
    edit<{ ImageUrl?: string }[]>('site/news.json', (all) => all.map((each) => ({ ...each, ImageUrl: undefined })));
    expect(await run(portal, 'push site --yes')).toContain('- the picture is removed');
    expect(await run(portal, 'push site --yes')).toBe('No changes.');
    write('site/pictures/open.png', 'no picture at all');
    await expect(run(portal, 'push site --yes')).rejects.toThrow(
      "pictures/open.png: isn't a JPEG, PNG, WebP or AVIF file",
    );
    write('site/pictures/open.png', (await draw(50)).subarray(0, 60));
    await expect(run(portal, 'push site --yes')).rejects.toThrow(/pictures\/open\.png: it (is damaged|cannot be read)/);
  });

  test('adds a new version of a document, and changes no published one', async () => {
    await using empty = await createTestDatabase();
    await run(empty, 'push site --yes');
    write('site/documents/tos/1.md', '# Other terms\n');
    await expect(run(empty, 'push site --yes')).rejects.toThrow(
      '1.md differs from version 1, which is published and does not change: add it as 2.md',
    );
    rmSync(join(from, 'site/documents/tos/1.md'));
    write('site/documents/tos/2.md', '# Other terms\n');
    const said = await run(empty, 'push site --yes');
    expect(said).toContain('version 1 is not in the folder and stays as it is');
    const versions = await empty.database.kysely.selectFrom('document_versions').select('number').execute();
    expect(versions).toHaveLength(3);
  });

  test('hides secrets, keeps stored ones, and reports missing ones', async () => {
    await using one = await createTestDatabase();
    const settings = createAdapterSettings({ database: one.database, sealer, log });
    const secrets = { ClientId: 'a', ClientSecret: 'very secret', RedirectUrl: 'https://play.example/twitch' };
    await settings.write('identities', 'twitch', secrets, { trust: 'portal' });
    await run(one, 'pull pulled');
    const file = 'pulled/settings/identities/twitch.json';
    const text = readFileSync(join(from, file), 'utf8');
    expect(text).not.toContain('very secret');
    expect(text).toContain('(hidden)');
    edit<object>(file, (shown) => ({ ...shown, ClientId: 'c' }));
    expect(await run(one, 'push pulled --yes')).toContain('~ /ClientId: "a" → "c"');
    const { sealed } = await one.database.kysely
      .selectFrom('adapter_settings')
      .select('sealed')
      .executeTakeFirstOrThrow();
    expect(sealer.unseal('adapter settings', sealed)).toContain('very secret');
    await using other = await createTestDatabase();
    edit<object>('pulled/content.json', () => ({ Format: 1 }));
    expect(await run(other, 'push pulled')).toMatch(
      /settings\/identities\/twitch\.json is not applied: no secret is kept here for \/ClientSecret\. Set it up with its secrets: npm run settings -- identities\/twitch < settings\.json\nNo changes/,
    );
  });
});

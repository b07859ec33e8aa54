import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeMissingS3Server } from '#scripts/testing/programs.ts';
import { createS3Bucket } from '#server/build-store/s3-bucket.ts';
import { checkGameFiles } from '#server/checking/check-game-files.ts';
import { readConfig, type Config } from '#server/config.ts';
import { createFolderPictureFiles } from '#server/features/pictures/folder-picture-files.ts';
import { createLog } from '#server/http/log.ts';
import { createPublishingTest, type PublishingTest } from '#server/testing/create-publishing-test.ts';
import { createTemporaryFolder } from '#server/testing/create-temporary-folder.ts';
import { startS3Server, type S3Server } from '#server/testing/start-s3-server.ts';
import { locateInstallableFile } from './game-paths.ts';
import { readGamesArguments } from './read-games-arguments.ts';
import { runGamesCommand } from './run-games-command.ts';

const missing = describeMissingS3Server();

describe.skipIf(missing !== undefined)(`upload${missing === undefined ? '' : ` (${missing})`}`, () => {
  let s3: S3Server;
  let portal: PublishingTest;
  let config: Config;

  beforeAll(async () => {
    s3 = await startS3Server();
    portal = await createPublishingTest();
    config = { ...portal.config, gamesStore: readConfig({ NODE_ENV: 'test', ...s3.env }).gamesStore };
  });
  afterAll(async () => {
    await portal[Symbol.asyncDispose]();
    await s3[Symbol.asyncDispose]();
  });

  const said: string[] = [];

  async function run(...words: string[]): Promise<string[]> {
    said.length = 0;
    await runGamesCommand(readGamesArguments(words), {
      config,
      database: portal.server.database,
      sealer: portal.server.sealer,
      log: createLog({ level: 'silent' }),
      now: () => new Date(),
      report: (text) => void said.push(text),
      json: '',
      from: portal.from,
      operator: 'ann on laptop',
    });
    return [...said];
  }
  const page = (text: string): string => portal.folder({ 'index.html': `<canvas></canvas>${text}`, 'a.json': '1' });
  const check = (checked: Config) => checkGameFiles(portal.server.database, checked);
  const locateBuild = (game: string, number: number): string =>
    join(config.dataDir, 'games', game, 'builds', String(number));

  test('moves builds, drafts and pictures from the folder, and can be repeated', async () => {
    await portal.run(['add', 'mover', page('one')]);
    await portal.run(['add', 'mover', page('two')]);
    await portal.run(['rollback', 'mover']);
    const draft = await portal.run(['add', 'mover', page('draft'), '--draft']);
    const token = /preview=(\S+)/.exec(draft)?.[1] ?? '';
    const hash = 'a'.repeat(32);
    const row = { game: 'mover', source: 'https://art.example/a.png', hash, width: 1, height: 1, widths: [1] };
    await portal.server.database.kysely
      .insertInto('pictures')
      .values({ ...row, placeholder: '' })
      .execute();
    const pictures = createFolderPictureFiles(config.dataDir);
    await pictures.write(hash, [{ name: '1.avif', bytes: Buffer.from('picture') }]);
    await pictures.write('b'.repeat(32), [{ name: '1.avif', bytes: Buffer.from('unused') }]);

    expect(await check(config)).toMatchObject([
      { verdict: 'problem', text: expect.stringContaining('build 3 of mover is only in') },
      { verdict: 'warning', text: expect.stringContaining("mover: build 1, build 2, draft 4 can't be made live") },
    ]);
    const before = await portal.get('mover', '/', {}, portal.config);
    expect(await run('upload')).toEqual([
      expect.stringMatching(/^\[1\/1\] mover: build 1, build 3 uploaded, 2 files, \d+ B\.$/),
      expect.stringMatching(/^\[1\/1\] mover: build 2 uploaded/),
      expect.stringMatching(/^\[1\/1\] mover: draft 4 uploaded/),
      '1 picture uploaded.',
      'Everything is in s3://builds/portal.',
    ]);
    expect(await check(config)).toMatchObject([{ verdict: 'ok' }]);
    expect(await run('upload')).toEqual([
      '[1/1] mover: 3 builds were there already.',
      '0 pictures uploaded.',
      'Everything is in s3://builds/portal.',
    ]);

    rmSync(join(config.dataDir, 'games'), { recursive: true });
    const node = { ...config, dataDir: createTemporaryFolder() };
    const after = await portal.get('mover', '/', {}, node);
    expect(after.body).toBe('<canvas></canvas>one');
    // Browsers revalidate what they have, and need not download it again.
    expect(after.headers['etag']).toBe(before.headers['etag']);
    expect((await portal.get('mover', `/.fxid/preview/${token}/`, {}, node)).body).toContain('draft');
    expect((await portal.get('mover', '/builds/2/', {}, node)).body).toContain('two');
    const objects = await createS3Bucket(config.gamesStore ?? expect.fail()).list('_pictures/');
    expect(objects.map(({ key }) => key)).toEqual([`_pictures/${hash}/1.avif`]);
    // The reverse: a node that still has copies, without GAMES_STORE.
    expect(await check({ ...node, gamesStore: undefined })).toMatchObject([
      { verdict: 'problem', remedy: expect.stringContaining('Set GAMES_STORE again') },
    ]);
  });

  test('names builds whose files are missing or changed, and uploads the rest', async () => {
    await portal.run(['add', 'changed', page('one')]);
    await portal.run(['add', 'changed', page('two')]);
    await portal.run(['add', 'changed', page('three')]);
    writeFileSync(join(locateBuild('changed', 1), 'a.json'), '2');
    rmSync(locateBuild('changed', 2), { recursive: true });
    await expect(run('upload', 'changed')).rejects.toThrow(/Not everything is in s3:\/\/builds\/portal/);
    expect(said).toEqual([
      expect.stringContaining('changed: build 3 uploaded'),
      expect.stringMatching(/changed, build 1: the files in .* have changed/),
      expect.stringMatching(/changed, build 2: there are no files in/),
    ]);
    expect(await check(config)).toMatchObject([
      { verdict: 'warning', text: expect.stringContaining("changed: build 1, build 2 can't be made live") },
    ]);
    expect((await portal.get('changed', '/', {}, { ...config, dataDir: createTemporaryFolder() })).body).toContain(
      'three',
    );
  });

  test('names a desktop file that is too large, and uploads the rest', async () => {
    await portal.run(['add', 'huge', page('one')]);
    const { kysely } = portal.server.database;
    const [build_id, sha256] = [randomUUID(), 'c'.repeat(64)];
    const build = { build_id, game: 'huge', branch: 'stable', build_number: 1, build_type: 'Installer' };
    await kysely
      .insertInto('branch_builds')
      .values({ ...build, install_url: null })
      .execute();
    const file = { build_id, path: 'setup.exe', sha256, bytes: 6 * 1024 ** 3, executable: true };
    await kysely.insertInto('branch_build_files').values(file).execute();
    const place = locateInstallableFile(config.dataDir, 'huge', sha256);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, 'stands for a large file');
    await expect(run('upload', 'huge')).rejects.toThrow(/Not everything is in/);
    expect(said).toEqual([
      expect.stringContaining('huge: build 1 uploaded'),
      expect.stringContaining('0 of 1 desktop files uploaded'),
      expect.stringContaining('has more than 5 GB'),
    ]);
  });

  test('needs GAMES_STORE', async () => {
    await expect(portal.run(['upload'])).rejects.toThrow('GAMES_STORE is not set');
  });
});

import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPublishingTest, type PublishingTest } from '#server/testing/create-publishing-test.ts';

let testing: PublishingTest;
beforeAll(async () => {
  testing = await createPublishingTest();
});
afterAll(() => testing[Symbol.asyncDispose]());

const page = (text: string) => testing.folder({ 'index.html': `<p>${text}</p>`, 'code/game.js': `// ${text}` });
const tokenIn = (said: string): string => /\?preview=(fxv_[\w-]{43})/.exec(said)?.[1] ?? '';
const addDraft = async (game: string, text: string, ...options: string[]): Promise<string> =>
  tokenIn(await testing.run(['add', game, page(text), '--draft', ...options]));
const choose = (game: string, token?: string) =>
  testing.server.client().play.chooseGame({
    GameSystemName: game,
    WebPublishingPlatform: 'FxId',
    ...(token !== undefined && { PreviewToken: token }),
  });
const previewed = async (game: string, token: string, path = '') =>
  testing.get(game, `/.fxid/preview/${token}/${path}`);
const builds = async (game: string) => (await testing.run(['builds', game])).split('\n');
const home = (game: string) => join(testing.config.dataDir, 'games', game);

test('a draft can be played by its link, and players keep the live build', async () => {
  await testing.run(['add', 'draft-one', page('live')]);
  const before = await testing.run(['show', 'draft-one']);
  const said = await testing.run(['add', 'draft-one', page('draft'), '--draft', '--description', 'Try it']);
  expect(said).toContain('Build 2 of draft-one is a draft: a page of 2 files, 20 bytes. Players do not get it.');
  expect(said).toContain('http://localhost:8080/play/draft-one?preview=fxv_');
  expect(said).not.toContain('It plays at');
  const token = tokenIn(said);
  const { LaunchUrl, PreviewedBuild } = await choose('draft-one', token);
  expect([LaunchUrl, PreviewedBuild]).toEqual([`http://draft-one.localhost:8081/.fxid/preview/${token}/`, 2]);
  expect(await previewed('draft-one', token)).toMatchObject({
    status: 200,
    body: '<p>draft</p>',
    headers: { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' },
  });
  expect((await previewed('draft-one', token, 'code/game.js')).body).toBe('// draft');
  expect(await testing.run(['show', 'draft-one'])).toBe(before);
  expect((await choose('draft-one')).LaunchUrl).toBe('http://draft-one.localhost:8081/');
  expect(await choose('draft-one')).not.toHaveProperty('PreviewedBuild');
  expect((await testing.get('draft-one', '/')).body).toBe('<p>live</p>');
  const { Builds } = await testing.server.client().play.builds({ Game: 'draft-one', OtaVersion: '1.0' });
  expect(Builds.map(({ BuildNumber }) => BuildNumber)).toEqual([1]);
});

test("without the link a draft's files can't be reached", async () => {
  await testing.run(['add', 'guarded', page('live')]);
  const token = await addDraft('guarded', 'draft');
  const other = await addDraft('guarded', 'another draft');
  await testing.run(['add', 'other-game', page('live')]);
  const wrong = `fxv_${'A'.repeat(43)}`;
  for (const path of [
    '/.drafts/2/',
    '/.drafts/2/index.html',
    '/builds/2/',
    '/builds/2/index.html',
    '/.drafts/2/code/game.js',
  ])
    for (const headers of [{}, { 'sec-fetch-dest': 'iframe' }]) {
      const { status, body } = await testing.get('guarded', path, headers);
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(body, path).not.toContain('draft<');
    }
  for (const path of [wrong, 'fxv_short', '', `${token}x`])
    expect((await testing.get('guarded', `/.fxid/preview/${path}/`)).status, path).toBe(404);
  // A link is for one draft of one game.
  expect((await previewed('other-game', token)).status).toBe(404);
  expect((await previewed('guarded', other)).body).toBe('<p>another draft</p>');
  await expect(choose('guarded', wrong)).rejects.toMatchObject({ code: 'UnknownPreview', status: 404 });
  await expect(choose('other-game', token)).rejects.toMatchObject({ code: 'UnknownPreview' });
});

test("root-relative files of a draft are its own, and the portal's stay", async () => {
  await testing.run(['add', 'slashes', page('live')]);
  const token = await addDraft('slashes', 'draft');
  const referer = `http://slashes.localhost:8081/.fxid/preview/${token}/index.html`;
  const { status, headers } = await testing.get('slashes', '/code/game.js?v=1', { referer });
  expect([status, headers['location'], headers['cache-control']]).toEqual([
    307,
    `http://slashes.localhost:8081/.fxid/preview/${token}/code/game.js?v=1`,
    'no-store',
  ]);
  expect((await testing.get('slashes', '/.fxid/watch.js', { referer })).status).toBe(200);
  expect((await testing.get('slashes', `/.fxid/preview/${token}`)).headers['location']).toBe(
    `http://slashes.localhost:8081/.fxid/preview/${token}/`,
  );
  for (const stranger of [
    'http://elsewhere.example/.fxid/preview/x/',
    `http://elsewhere.example/.fxid/preview/${token}/`,
  ])
    expect((await testing.get('slashes', '/code/game.js', { referer: stranger })).body).toBe('// live');
  await testing.run(['preview', 'slashes', '--revoke']);
  expect((await testing.get('slashes', '/code/game.js', { referer })).body).toBe('// live');
});

test('a link ends when it is revoked, replaced or too old, and a new one works', async () => {
  await testing.run(['add', 'linked', page('live')]);
  const first = await addDraft('linked', 'draft');
  expect(await testing.run(['preview', 'linked', '2', '--revoke'])).toContain('preview link of draft 2 of linked ends');
  expect((await previewed('linked', first)).status).toBe(404);
  await expect(choose('linked', first)).rejects.toMatchObject({ code: 'UnknownPreview' });
  expect((await builds('linked'))[0]).toContain('no preview link');
  const said = await testing.run(['preview', 'linked', '--days', '3']);
  expect(said).toContain('for 3 days (anyone who has it can play): http://localhost:8080/play/linked?preview=');
  const second = tokenIn(said);
  expect((await previewed('linked', second)).body).toBe('<p>draft</p>');
  const third = tokenIn(await testing.run(['preview', 'linked', '2']));
  expect((await previewed('linked', second)).status).toBe(404);
  expect((await previewed('linked', third)).status).toBe(200);
  await testing.server.database.kysely
    .updateTable('build_drafts')
    .set({ token_expires_at: new Date('2020-01-01') })
    .where('game', '=', 'linked')
    .execute();
  expect((await previewed('linked', third)).status).toBe(404);
  await expect(choose('linked', third)).rejects.toMatchObject({ code: 'UnknownPreview' });
  await expect(testing.run(['preview', 'linked', '7'])).rejects.toThrow('Its drafts: 2.');
  await expect(testing.run(['preview', 'linked', '--days', '0'])).rejects.toThrow('from 1 to 365');
});

test('publish makes the newest draft live, or the one that is named', async () => {
  await testing.run(['add', 'stepping', page('one'), '--version', '1.0']);
  const token = await addDraft('stepping', 'two', '--version', '2.0', '--description', 'Second');
  await addDraft('stepping', 'three');
  expect(await testing.run(['publish', 'stepping', '2'])).toContain(
    'Build 2 of stepping is live. Players get it the next time they start the game.',
  );
  expect((await testing.get('stepping', '/')).body).toBe('<p>two</p>');
  expect((await testing.get('stepping', '/builds/1/')).body).toBe('<p>one</p>');
  expect((await previewed('stepping', token)).status).toBe(404);
  const { Build } = await testing.server
    .client()
    .play.build({ Game: 'stepping', OtaVersion: '2.0', BuildNumber: 2, WebPublishingPlatform: 'FxId' });
  expect(Build).toMatchObject({ BuildNumber: 2, Description: 'Second' });
  expect(await testing.run(['publish', 'stepping'])).toContain('Build 3 of stepping is live.');
  expect((await testing.get('stepping', '/')).body).toBe('<p>three</p>');
  await expect(testing.run(['publish', 'stepping'])).rejects.toThrow(
    'stepping has no draft. Upload one: npm run games -- add stepping <folder> --draft',
  );
  expect(existsSync(join(home('stepping'), '.drafts'))).toBe(false);
});

test('a draft that is older than the live build is published under a new number', async () => {
  await testing.run(['add', 'overtaken', page('one')]);
  await addDraft('overtaken', 'draft');
  expect(await testing.run(['add', 'overtaken', page('three')])).toContain('It is build 3.');
  expect(await testing.run(['publish', 'overtaken'])).toContain('Draft 2 of overtaken is live as build 4');
  expect((await testing.get('overtaken', '/')).body).toBe('<p>draft</p>');
  expect((await choose('overtaken')).LaunchUrl).toBe('http://overtaken.localhost:8081/');
  expect((await builds('overtaken')).map((line) => line.split('  ').slice(0, 2).join(' '))).toEqual([
    'build 4 live',
    'build 3 earlier',
    'build 1 earlier',
  ]);
});

test('builds are listed with number, state, date and size', async () => {
  await testing.run(['add', 'listed', page('one')]);
  await testing.run(['add', 'listed', testing.folder({ 'index.html': 'x'.repeat(1500) })]);
  await addDraft('listed', 'three', '--description', 'Soon');
  const [draft = '', live = '', earlier = ''] = await builds('listed');
  const moment = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`;
  expect(draft).toMatch(
    new RegExp(
      `^build 3 {2}draft {2}version 1.0 {2}${moment} {2}2 files, 20 B {2}preview link until ${moment} {2}Soon$`,
    ),
  );
  expect(live).toMatch(new RegExp(`^build 2 {2}live {2}version 1.0 {2}${moment} {2}1 file, 1.5 kB$`));
  expect(earlier).toMatch(new RegExp(`^build 1 {2}earlier {2}version 1.0 {2}${moment} {2}2 files, 16 B$`));
});

test('rolling back to a build by its number works twice in a row', async () => {
  for (const text of ['one', 'two', 'three', 'four']) await testing.run(['add', 'returning', page(text)]);
  expect(await testing.run(['rollback', 'returning', '--to', '3'])).toContain('Build 3 of returning is live again');
  expect((await testing.get('returning', '/')).body).toBe('<p>three</p>');
  await expect(testing.run(['rollback', 'returning', '--to', '3'])).rejects.toThrow(
    'Build 3 of returning is live already',
  );
  expect(await testing.run(['rollback', 'returning', '--to', '1'])).toContain('Build 1 of returning is live again');
  expect((await testing.get('returning', '/')).body).toBe('<p>one</p>');
  expect(await testing.run(['rollback', 'returning', '--to', '4'])).toContain('as build 7');
  expect((await testing.get('returning', '/')).body).toBe('<p>four</p>');
  await addDraft('returning', 'draft');
  await expect(testing.run(['rollback', 'returning', '--to', '8'])).rejects.toThrow(
    'Build 8 of returning is a draft. To make it live: npm run games -- publish returning 8',
  );
  await expect(testing.run(['rollback', 'returning', '2', '--to', '3'])).rejects.toThrow('Name the build once');
});

test('pruning keeps the live build and drafts; a draft is removed by name', async () => {
  for (const text of ['one', 'two']) await testing.run(['add', 'pruned', page(text)]);
  const token = await addDraft('pruned', 'draft');
  // Left by a killed command.
  mkdirSync(join(home('pruned'), '.drafts/9'));
  expect(await testing.run(['prune', 'pruned'])).toBe('Removed: build 1. Still there: 2.');
  expect(readdirSync(join(home('pruned'), '.drafts'))).toEqual(['3']);
  expect((await previewed('pruned', token)).body).toBe('<p>draft</p>');
  expect(await testing.run(['discard', 'pruned', '3'])).toContain('Draft 3 of pruned is removed');
  expect((await previewed('pruned', token)).status).toBe(404);
  expect(readdirSync(home('pruned'))).toEqual(['builds']);
  await expect(testing.run(['discard', 'pruned', '2'])).rejects.toThrow('pruned has no draft');
});

test('a new game may start with a draft: it is hidden until a build is live', async () => {
  const said = await testing.run(['add', 'unborn', page('draft'), '--draft', '--name', 'Unborn']);
  expect(said).toContain('unborn is new and hidden until a build of it is live.');
  const token = tokenIn(said);
  expect(await testing.run(['list'])).toMatch(/^unborn {2}Unborn.* hidden/m);
  await expect(choose('unborn')).rejects.toMatchObject({ code: 'UnknownGame' });
  expect((await choose('unborn', token)).PreviewedBuild).toBe(1);
  expect((await previewed('unborn', token)).body).toBe('<p>draft</p>');
  await addDraft('unborn', 'second');
  expect(await testing.run(['publish', 'unborn'])).toContain('unborn is in the portal now.');
  expect((await choose('unborn')).LaunchUrl).toBe('http://unborn.localhost:8081/');
  await testing.run(['hide', 'unborn']);
  await addDraft('unborn', 'third');
  expect(await testing.run(['publish', 'unborn', '3'])).toContain('To show it: npm run games -- unhide unborn');
  await expect(choose('unborn')).rejects.toMatchObject({ code: 'UnknownGame' });
});

test('a Unity draft runs as a Unity build, even if the live build is a page in maintenance', async () => {
  await testing.run(['add', 'turned', page('live')]);
  const document = JSON.parse(await testing.run(['show', 'turned'])) as { Config: Record<string, unknown> };
  const now = Date.now();
  document.Config['Maintenance'] = {
    From: new Date(now - 3_600_000).toISOString(),
    To: new Date(now + 3_600_000).toISOString(),
  };
  await testing.run(['set', 'turned'], document);
  const unity = testing.folder({
    'Build/m.loader.js': 'loader',
    'Build/m.data': 'data',
    'Build/m.framework.js': 'framework',
    'Build/m.wasm': 'code',
  });
  const token = tokenIn(await testing.run(['add', 'turned', unity, '--draft']));
  const { PublicGameData } = await choose('turned', token);
  expect(PublicGameData).toMatchObject({ PlayGameType: 'Unity' });
  expect(PublicGameData).not.toHaveProperty('Maintenance');
  expect((await choose('turned')).PublicGameData).toMatchObject({ PlayGameType: 'Iframe' });
  expect((await previewed('turned', token)).body).toContain('Build/m.wasm');
  expect((await previewed('turned', token, 'Build/m.wasm')).body).toBe('code');
  await testing.run(['publish', 'turned']);
  expect((await choose('turned')).PublicGameData).toMatchObject({ PlayGameType: 'Unity' });
});

test('a publish that was killed in the middle is finished by the next one', async () => {
  await testing.run(['add', 'halfway', page('live')]);
  await addDraft('halfway', 'draft');
  renameSync(join(home('halfway'), '.drafts/2'), join(home('halfway'), 'builds/2'));
  expect(await testing.run(['publish', 'halfway'])).toContain('Build 2 of halfway is live.');
  expect((await testing.get('halfway', '/')).body).toBe('<p>draft</p>');
});

test('a draft rejects options that would change the game, and an external game has no drafts', async () => {
  await testing.run(['add', 'unchanged', page('live')]);
  for (const option of [
    ['--name', 'Other'],
    ['--orientation', 'vertical'],
    ['--allow', 'https://api.example'],
  ])
    await expect(testing.run(['add', 'unchanged', page('draft'), '--draft', ...option])).rejects.toThrow(
      `A draft changes nothing else of unchanged: leave ${option[0]} out.`,
    );
  await expect(testing.run(['add', 'unchanged', 'https://elsewhere.example/', '--draft'])).rejects.toThrow(
    'Leave --draft out',
  );
  const loading = testing.folder({ 'index.html': '<script src="https://cdn.example/lib.js"></script>' });
  const said = await testing.run(['add', 'unchanged', loading, '--draft']);
  expect(said).toContain('add them to Config.ConnectOrigins');
  expect(said).not.toContain('--allow');
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdapterSettings } from '#server/features/settings/adapter-settings.ts';
import { createLog } from '#server/http/log.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { createPublishingTest, type PublishingTest } from '#server/testing/create-publishing-test.ts';

let testing: PublishingTest;
const folder = 'facebookinstantgames';
const secret = '0123456789abcdef0123456789abcdef';

beforeAll(async () => {
  testing = await createPublishingTest();
  const page = testing.folder({ 'index.html': '<canvas></canvas>' });
  for (const game of ['bundled', 'not-set-up'])
    await testing.run(['add', game, page, '--name', 'Gems & "Sons"', '--orientation', 'vertical']);
  const { database } = testing.server;
  const parts = { database, sealer: createSealer(testing.config.secrets), log: createLog({ level: 'silent' }) };
  await createAdapterSettings(parts).write(
    'platforms',
    folder,
    { AppId: '100000000000001', AppSecrets: [secret], WebhookVerifyToken: 'a-verify-token' },
    { game: 'bundled' },
  );
});
afterAll(() => testing[Symbol.asyncDispose]());

const unzip = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(readFileSync(join(testing.from, name)))).map(([file, bytes]) => [file, strFromU8(bytes)]),
  );

test('the bundle has its own page with the vendor’s script, and the command names the hosts to allow', async () => {
  const said = await testing.run(['bundle', 'bundled', '--platform', folder]);
  const files = unzip(`bundled-${folder}.zip`);
  expect(Object.keys(files).toSorted()).toEqual(['fbapp-config.json', 'index.html', 'relay.js', 'style.css']);
  const { 'index.html': page = '', 'fbapp-config.json': config = '' } = files;
  expect(page).toContain('<script src="https://connect.facebook.net/en_US/fbinstant.8.0.js" data-sdk></script>');
  expect(page).toContain(`data-src="http://localhost:8080/play/bundled/iframe/${folder}"`);
  expect(page).toContain('<title>Gems &amp; &quot;Sons&quot;</title>');
  expect(page.indexOf('fbinstant')).toBeLessThan(page.indexOf('relay.js'));
  expect(JSON.parse(config)).toEqual({
    instant_games: {
      navigation_menu_version: 'NAV_FLOATING',
      orientation: 'PORTRAIT',
      override_web_orientation: 'PORTRAIT',
    },
  });
  expect(said).toContain('  frame-src: localhost:8080');
  expect(said).toContain(`http://localhost:8080/api/v1/hooks/${folder}/bundled`);
  expect(said).toContain('platforms frame only https pages');
  for (const hidden of [secret, 'a-verify-token']) expect(said + JSON.stringify(files)).not.toContain(hidden);
});

test('the file can be written to another place', async () => {
  await testing.run(['bundle', 'bundled', '--platform', folder, '--out', 'upload.zip']);
  expect(unzip('upload.zip')).toHaveProperty('index.html');
});

test.each([
  ['a platform that opens the portal’s own page', ['bundle', 'bundled', '--platform', 'telegram'], folder],
  ['an unknown platform', ['bundle', 'bundled', '--platform', 'nowhere'], 'needs no bundle, or is unknown'],
  ['no platform', ['bundle', 'bundled'], 'Name the platform'],
  ['an unknown game', ['bundle', 'none', '--platform', folder], 'There is no game "none"'],
  ['a game without settings', ['bundle', 'not-set-up', '--platform', folder], 'npm run settings -- platforms/'],
])('it reports what is wrong with %s', async (_, words, problem) => {
  await expect(testing.run(words)).rejects.toThrow(problem);
});

// Desktop builds of the demo game: downloads on its page, keys in the profile, and the launcher.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createReleaseChannelKey } from '#server/features/release-channels/release-channel-key.ts';
import { findAccessibilityProblems } from './find-accessibility-problems.ts';
import { createApiClient, expect, queryLabDatabase, registerPlayer, test } from './lab-people.ts';

const game = 'sky-courier';

test('the game page offers downloads for each operating system and shows download progress', async ({ page, lab }) => {
  await page.goto(`${lab.url}/Games/${game}`);
  const section = page.getByRole('region', { name: 'Downloads' });
  await expect(section.getByRole('listitem')).toHaveCount(3);
  await expect(section.getByText('Install it with the launcher')).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download: Windows' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('sky-courier-windows.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe('The demo has no program for Windows.\n');
  await expect(section.getByText('Download complete.')).toBeVisible();
  expect(page.url()).toBe(`${lab.url}/Games/${game}`);
  expect(await findAccessibilityProblems(page, { within: '.downloads' })).toEqual([]);
});

test('a key activated in the profile unlocks a branch on the game page', async ({ lab, anotherBrowser }) => {
  const { token } = await registerPlayer(lab);
  const { key, keyHash } = createReleaseChannelKey();
  await queryLabDatabase(lab, 'insert into branch_keys (key_hash, game, branch) values ($1, $2, $3)', [
    keyHash,
    game,
    'beta',
  ]);
  const page = await anotherBrowser(token);
  await page.goto(`${lab.url}/Games/${game}`);
  const section = page.getByRole('region', { name: 'Downloads' });
  await expect(section.getByRole('listitem')).toHaveCount(3);
  await section.getByRole('link', { name: 'Have a key? Activate it in your profile.' }).click();
  const keys = page.getByRole('region', { name: 'Game keys' });
  await expect(keys.getByText("versions of a game that aren't public")).toBeVisible();
  await keys.getByRole('button', { name: 'Activate' }).click();
  await expect(keys.getByText('Enter a key.')).toBeVisible();
  await keys.getByLabel('Key').fill('AAAAA-BBBBB-CCCCC-DDDDD-EEEEE');
  await keys.getByRole('button', { name: 'Activate' }).click();
  await expect(keys.getByText("This key isn't valid, or it was already used.")).toBeVisible();
  await keys.getByLabel('Key').fill(key.toLowerCase());
  await keys.getByLabel('Key').press('Enter');
  await expect(keys.getByText('Key activated.')).toBeVisible();
  expect(await findAccessibilityProblems(page, { within: '.key-form' })).toEqual([]);
  await keys.getByRole('link', { name: 'Sky Courier' }).click();
  await expect(section.getByRole('listitem')).toHaveCount(5);
  await expect(section.getByRole('button', { name: 'Download: Windows, beta' })).toBeVisible();
});

test('the launcher installs the game, verifies it and starts it', async ({ lab }) => {
  const folder = await mkdtemp(join(tmpdir(), 'fxid-launcher-'));
  const launch = async (...words: string[]): Promise<string> => {
    const program = join(import.meta.dirname, '../lab/launcher/launcher-command.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [
      program,
      ...words,
      '--portal',
      lab.url,
      '--folder',
      folder,
      '--os',
      'Linux',
    ]);
    return stdout;
  };
  try {
    expect(await launch('branches', game)).toContain('stable  Linux');
    expect(await launch('start', game)).toContain('Sky Courier takes off.');
    const place = join(folder, game, 'stable');
    await expect.poll(() => existsSync(join(place, 'saves/flights.txt'))).toBe(true);
    await rm(join(place, 'route.txt'));
    expect(await launch('verify', game)).toContain('1 files downloaded, 0 removed');
    expect(existsSync(join(place, 'saves/flights.txt'))).toBe(true);
    const beta = launch('install', game, '--branch', 'beta');
    await expect(beta).rejects.toThrow('Activate a key in your profile');
    const { Builds } = await createApiClient(lab).launcher.availableBranches({ Game: game });
    expect(Builds.map(({ Branch }) => Branch)).not.toContain('beta');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

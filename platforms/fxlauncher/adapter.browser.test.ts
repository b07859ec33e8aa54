// How the web view of the launcher brings its player; what it offers is tried in ../every-platform.browser.test.ts.
import { expect, it } from 'vitest';
import { inTime } from '#portal/platform/start-platform.ts';
import { player } from '../kit/testing/people.ts';
import { createScene, type SceneParts } from '../simulator-scene.browser.ts';
import { half } from './adapter.browser.ts';

async function login(parts: Partial<SceneParts>) {
  const scene = await createScene({ player, pageOrigin: 'https://play.example', inTime, framedBy: 'none', ...parts });
  try {
    return await (await half.connect(scene.host)).login();
  } finally {
    scene.close();
  }
}
const launchUrl = new URL('https://play.example/play/gem-miner/iframe/fxlauncher#LoginCode=fxt_a');
const launcher = (getLoginCode: () => Promise<string | undefined>) => ({ globals: { FxLauncher: { getLoginCode } } });

it('asks the launcher for a code at every start', async () => {
  let count = 0;
  const asked = launcher(async () => `fxt_${(count += 1)}`);
  expect(await login({ ...asked, launchUrl })).toEqual({ LoginCode: 'fxt_1' });
  expect(await login({ ...asked, launchUrl })).toEqual({ LoginCode: 'fxt_2' });
});

it('takes the code in the address where there is no launcher to ask, and nobody where there is none', async () => {
  expect(await login({ launchUrl })).toEqual({ LoginCode: 'fxt_a' });
  expect(await login({ globals: { FxLauncher: {} }, launchUrl })).toEqual({ LoginCode: 'fxt_a' });
  expect(await login({})).toBeUndefined();
  expect(await login({ ...launcher(async () => undefined), launchUrl })).toBeUndefined();
});

it('says so when the launcher does not', async () => {
  await expect(login(launcher(() => Promise.reject(new Error('closed'))))).rejects.toMatchObject({
    message: 'The launcher does not say who plays',
  });
});

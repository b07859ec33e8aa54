import { expect, onTestFinished, test, vi } from 'vitest';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { mockApi } from '#portal/testing/mock-api.ts';
import { findRewardedVideo } from './find-rewarded-video.ts';

const origin = 'https://ads.example';
const Rewarded = { DesktopBlockId: 'R-A-1-1', MobileBlockId: 'R-A-1-2' };

function configure(config: object): void {
  Object.assign(runtimeConfig, config);
  onTestFinished(() => {
    for (const name of Object.keys(config)) Reflect.deleteProperty(runtimeConfig, name);
  });
}

const portal = { PublicWebClientConfig: { Advertisement: { Yandex: { Rewarded } } } };

test.each([
  ['a desktop', false, { blockId: 'R-A-1-1', platform: 'desktop' }],
  ['a phone', true, { blockId: 'R-A-1-2', platform: 'touch' }],
])('%s shows its own ad block', async (_, isTouch, expected) => {
  configure({ adsUrl: `${origin}/`, portal });
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' && isTouch }));
  mockApi({ 'games.publicConfig': { AdPlacements: [{ Id: 'coins', Kind: 'Rewarded', CooldownSeconds: 0 }] } });
  const shown = findRewardedVideo('miner')?.show('coins');
  const frame = await vi.waitUntil(() => document.querySelector<HTMLIFrameElement>('.ad-frame iframe'));
  const source = frame.contentWindow as Window;
  const posted = vi.spyOn(source, 'postMessage').mockImplementation(() => undefined);
  const say = (message: object) =>
    window.dispatchEvent(new MessageEvent('message', { data: { type: 'fxid-ads', ...message }, source, origin }));
  say({ say: 'ready' });
  expect(posted.mock.calls).toEqual([[{ type: 'fxid-ads', say: 'start', ...expected }, origin]]);
  say({ say: 'outcome', outcome: 'finished' });
  expect(await shown).toEqual({ outcome: 'finished' });
});

test.each([
  ['without ad blocks', { adsUrl: `${origin}/` }],
  ['without a separate origin', { adsUrl: `${window.location.origin}/ads`, portal }],
])('there is no rewarded video %s', (_, config) => {
  configure(config);
  expect(findRewardedVideo('miner')).toBeUndefined();
});

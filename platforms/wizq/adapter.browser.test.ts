import { expect, it } from 'vitest';
import { readUntrustedFields } from '../kit/fields.browser.ts';
import {
  createAdapterHarness,
  waitForResult,
  samplePlayer,
  waitForValue,
} from '../kit/testing/adapter-harness.browser.ts';
import type { SimulatedHostPage } from '../simulator-port.browser.ts';
import { adapter } from './adapter.browser.ts';
import { wizq } from './platform.ts';
import { page } from './simulator.browser.ts';

const { begin, open } = createAdapterHarness('wizq', wizq, adapter, page);
const order = { orderId: 'b7a1c0de-0000-4000-8000-000000000001', sku: 'gems-100', reply: { SecuredOrderId: 'o.s' } };
const server = {
  '/order/begin': () => ({ outcome: 'asked', name: '100 gems', amount: '4.99', currency: 'USD' }),
  '/order/pay': () => ({ outcome: 'paid' }),
};

it('requests the player from our server, each time with the next number and WizQ’s launch data', async () => {
  const commands: unknown[] = [];
  const proxyRequest = async (form: { json?: string }) => {
    commands.push(JSON.parse(form.json ?? ''));
    return { Token: `token ${commands.length}` };
  };
  const launchUrl = new URL('https://play.example/play/gem-miner/iframe/wizq?wizq=signed');
  const { platform } = await begin({ launchUrl, host: { calls: { proxyRequest } as never } });
  expect(await platform.login()).toEqual({ Token: 'token 1' });
  expect(await platform.login()).toEqual({ Token: 'token 2' });
  expect(commands).toEqual([1, 2].map((number) => ({ command: 'getUserId', number, start: 'signed' })));
});

const telling = (user: object): SimulatedHostPage => ({
  ...page,
  start: (stage) =>
    stage.listen((message) => {
      const { wizq: command, id } = readUntrustedFields(message);
      if (command === 'getUser') stage.post({ wizq: command, id, ...user });
    }),
});

it.each([
  [1, 'male'],
  [2, 'female'],
  [0, 'unspecified'],
  [3, 'unspecified'],
  [undefined, 'unspecified'],
])('reads the gender %s as %s', async (Gender, gender) => {
  const { platform } = await begin({ page: telling({ UserId: '77', Name: 'Ada', Gender }) });
  expect(platform.player(undefined)).toMatchObject({ userId: '77', displayName: 'Ada', gender });
});

it('reports the page’s language', async () => {
  const { platform } = await begin({ scenario: { language: 'ja' } });
  expect(platform.language).toBe('ja');
  expect(platform.player(undefined)).toMatchObject({
    userId: samplePlayer.id,
    socialLocale: 'ja',
    gender: samplePlayer.gender,
  });
});

it.each([
  ['paid', { outcome: 'completed' }],
  ['cancelled', { outcome: 'cancelled', message: 'The purchase was closed' }],
  ['failed', { outcome: 'failed', message: 'The purchase failed' }],
  ['paid-but-cancelled', { outcome: 'cancelled', message: 'The purchase was closed' }],
] as const)('passes the secured order to the page, and reports how it was %s', async (payment, end) => {
  const { platform, harness } = await begin({ server, scenario: { payment } });
  const paying = platform.purchases?.pay(order) ?? Promise.reject(new Error('none'));
  expect(await waitForValue(paying, harness)).toEqual(end);
  const sent = harness.posted
    .map(({ message }) => readUntrustedFields(message))
    .find(({ wizq: command }) => command === 'purchase');
  expect(sent).toMatchObject({ SecuredOrderId: 'o.s' });
});

it('fails with the page’s message, and fails without settings', async () => {
  const { platform, harness } = await begin({ server: { '/order/begin': () => ({ outcome: 'no such order' }) } });
  const paying = platform.purchases?.pay(order) ?? Promise.reject(new Error('none'));
  expect(await waitForResult(paying, harness)).toMatchObject({
    error: { code: 'Unknown', message: 'There is no such order' },
  });
  const unset = await open({ data: { FrameOrigin: undefined } });
  expect(await waitForResult(adapter.connect(unset.host as never), unset)).toMatchObject({
    error: { message: 'WizQ does not answer' },
  });
  expect(unset.posted).toEqual([]);
});

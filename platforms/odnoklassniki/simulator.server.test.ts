import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { samplePlayer } from '../kit/testing/people.ts';
import { createSamplePayment, createSampleRefund } from '../kit/testing/sample-payment.server.ts';
import { runSimulator, type RunningSimulator } from '../kit/testing/run-simulator.server.ts';
import { defaultScenario } from '../scenario.ts';
import { adapter } from './adapter.server.ts';
import { signOkParams } from './client.server.ts';
import { odnoklassniki } from './platform.ts';
import { simulator } from './simulator.server.ts';

let tried: RunningSimulator;
beforeEach(async () => void (tried = await runSimulator(simulator, odnoklassniki, adapter)));
afterEach(() => tried[Symbol.asyncDispose]());

describe('a payment dialog', () => {
  const pay = async (telling: string, more: object = {}) => {
    const attributes = JSON.stringify({ orderId: randomUUID() });
    const asked = { user_id: samplePlayer.id, code: 'gems', price: '24', attributes, telling, ...more };
    return (await tried.post('/payment', asked)).body as object;
  };

  it('takes OKs after our server accepts, and none for an unknown item', async () => {
    expect(await pay('usual')).toEqual({ outcome: 'paid' });
    expect(tried.received).toEqual(['paid']);
    expect(await pay('usual', { attributes: '{}' })).toEqual({ outcome: 'failed' });
    expect(tried.received).toEqual(['paid']);
  });

  it('notifies twice, and late', async () => {
    await pay('twice');
    expect(tried.received).toEqual(['paid', 'paid']);
    expect(await pay('late')).toEqual({ outcome: 'paid' });
    expect(tried.received).toHaveLength(2);
    await vi.waitFor(() => expect(tried.received).toHaveLength(3));
  });

  it('tries three times while the server fails, then gives up and takes nothing', async () => {
    tried.errorsBeforeSuccess = 2;
    expect(await pay('usual')).toEqual({ outcome: 'paid' });
    tried.errorsBeforeSuccess = 3;
    expect(await pay('usual')).toEqual({ outcome: 'failed' });
    expect(tried.received).toEqual(['paid']);
  });
});

it('has the API, which accepts only sessions of its launches', async () => {
  const { query = {} } = await simulator.launch(samplePlayer, defaultScenario, tried.place);
  const texts = {
    application_key: query['application_key'] ?? '',
    format: 'JSON',
    session_key: query['session_key'] ?? '',
  };
  const call = async (method: string, more: Record<string, string> = {}) => {
    const asked = { method, ...texts, ...more };
    const signed = new URLSearchParams({ sig: signOkParams(asked, query['session_secret_key'] ?? ''), ...asked });
    const answer = await tried.app.inject(`/fb.do?${signed.toString()}`);
    return { code: answer.headers['invocation-error'], body: answer.json<unknown>() };
  };
  expect(await call('users.getCurrentUser')).toMatchObject({
    body: { uid: '100200300', locale: 'uk', gender: 'female' },
  });
  expect(await call('friends.getAppUsers')).toMatchObject({ code: '10', body: { error_code: 10 } });
  await tried.post('/permissions', { user_id: samplePlayer.id });
  expect(await call('users.hasAppPermission', { ext_perm: 'VALUABLE_ACCESS' })).toMatchObject({ body: true });
  expect(await call('friends.getAppUsers')).toMatchObject({ body: { uids: ['100200301', '100200302'] } });
  expect(await call('users.getInfo', { uids: '100200301,7' })).toMatchObject({ body: [{ first_name: 'Borys' }] });
  expect(await call('users.getInfo', { uids: '1,'.repeat(100) })).toMatchObject({ code: '100' });
  expect(await call('apps.getAppUserRating', { app_id: '1' })).toMatchObject({ code: '100' });
  expect(await call('stream.publish')).toMatchObject({ code: '3' });
  expect(await call('users.getCurrentUser', { application_key: 'x' })).toMatchObject({ code: '101' });
  expect(await call('users.getCurrentUser', { session_key: 'x' })).toMatchObject({ code: '103' });
  expect(await call('users.getCurrentUser', { session_key: '-s-7.7' })).toMatchObject({ code: '102' });
  expect(await call('users.getCurrentUser', { sig: 'x' })).toMatchObject({ code: '104' });
  expect((await tried.app.inject('/photo/100200300')).headers['content-type']).toBe('image/svg+xml');
});

it('lists payments, and refunds them once, in the month in which they were made', async () => {
  const { payments } = adapter;
  if (!payments?.list) throw new Error('Odnoklassniki has records.');
  const host = { ...tried.host, settings: simulator.settings(tried.place) as never };
  const attributes = JSON.stringify({ orderId: randomUUID() });
  for (const telling of ['usual', 'twice'])
    await tried.post('/payment', { user_id: samplePlayer.id, code: 'gems', price: '24', attributes, telling });
  const list = async () => {
    const nowMs = tried.place.now().getTime();
    const events = await payments.list?.({ from: new Date(nowMs - 60_000), to: new Date(nowMs) }, host);
    return events?.map(({ kind, transactionId }) => [kind, transactionId]);
  };
  const paid = [
    ['paid', '900100201'],
    ['paid', '900100202'],
  ];
  expect(await list()).toEqual(paid);
  const refundOf = (id: string, externalId = samplePlayer.id) =>
    payments.refund(
      createSampleRefund(createSamplePayment({ currency: 'OKS', buyer: { accountId: '', name: '', externalId } }), id),
      host,
    );
  expect(await refundOf('900100201')).toMatchObject({ outcome: 'done', events: [{ chargeId: '900100201' }] });
  expect(await list()).toEqual([...paid, ['refunded', expect.stringMatching(/^8/)]]);
  const refused = { outcome: 'refused', reason: expect.stringContaining('error 100') as string };
  expect(await refundOf('900100201')).toEqual(refused);
  expect(await refundOf('900100202', '7')).toEqual(refused);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 32 * 86_400_000 });
  try {
    expect(await refundOf('900100202')).toEqual(refused);
  } finally {
    vi.useRealTimers();
  }
});

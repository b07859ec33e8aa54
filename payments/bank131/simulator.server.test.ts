import { randomUUID, sign } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { openSimulatedPortalForEachTest } from '../simulator-portal.server.ts';
import { isSignedWithKey, parsePublicKey } from './signature.server.ts';
import { simulatedKeys, simulatedBank131ProjectId } from './simulator-api.server.ts';
import { confirmTimeoutMs } from './simulator-records.server.ts';
import { simulator } from './simulator.server.ts';

interface Told {
  readonly type: string;
  readonly session: ShownSession;
}
interface ShownSession {
  readonly id: string;
  readonly status: string;
  readonly next_action?: string;
  readonly acquiring_payments: readonly {
    readonly id: string;
    readonly status: string;
    readonly error?: { readonly code: string };
    readonly customer_interaction?: { readonly inform: { readonly qr: { readonly content: string } } };
  }[];
}

const portal = openSimulatedPortalForEachTest<Told>(simulator);
const attemptId = randomUUID();
const money = { amount: 14_900, currency: 'rub' };
const metadata = JSON.stringify({ attempt_id: attemptId });
const creation = { amount_details: money, customer: { reference: 'order' }, metadata };

async function post(method: string, json: object, more: Record<string, string> = {}) {
  const payload = JSON.stringify(json);
  const headers = {
    'content-type': 'application/json',
    'x-partner-project': simulatedBank131ProjectId,
    'x-partner-sign': sign('sha256', Buffer.from(payload), simulatedKeys.ours.privateKey).toString('base64'),
    ...more,
  };
  const answer = await portal().app.inject({ method: 'POST', url: `/api/v1/${method}`, payload, headers });
  return {
    status: answer.statusCode,
    body: answer.json<{ session: ShownSession; public_token: string; error?: { code: string } }>(),
  };
}
const create = async () => (await post('session/create', creation)).body.session.id;
const status = async (session_id: string) => (await post('session/status', { session_id })).body.session;
const types = () => portal().received.map(({ type }) => type);
const heard = (...expected: string[]) => vi.waitFor(() => expect(types()).toEqual(expected));
const startSbp = (session_id: string) =>
  post('session/start/payment', {
    session_id,
    payment_details: { type: 'faster_payment_system', faster_payment_system: {} },
    amount_details: money,
    customer: { reference: 'order' },
    payment_options: { return_url: 'https://portal.example/Store/Return/1' },
    metadata,
  });
const toggle = (name: string) => portal().post('/act', { toggle: name });
async function openForm(session_id: string) {
  const acquiring_widget = {
    session_id,
    success_return_url: 'https://portal.example/yes',
    failure_return_url: 'https://portal.example/no',
  };
  return (await post('token', { acquiring_widget })).body.public_token;
}
const choose = async (token: string, how: string, more: Record<string, string> = {}) =>
  (await portal().post('/pay', { token, how, ...more })).body;

describe('the API', () => {
  it('answers only its project, and only requests with a valid signature', async () => {
    const changed = {
      'x-partner-sign': sign('sha256', Buffer.from('{}'), simulatedKeys.ours.privateKey).toString('base64'),
    };
    const code = (wrong: Record<string, string>) => post('session/create', creation, wrong);
    expect(await code(changed)).toMatchObject({ status: 401, body: { error: { code: 'authentication_error' } } });
    expect(await code({ 'x-partner-project': 'other' })).toMatchObject({
      body: { error: { code: 'identification_error' } },
    });
    expect(await post('session/create', { ...creation, surprise: 1 })).toMatchObject({ status: 400 });
  });

  it('processes an idempotency key once, and rejects it for another request', async () => {
    const key = { 'x-partner-idempotency-key': randomUUID() };
    const ends = await Promise.all(Array.from({ length: 3 }, () => post('session/create', creation, key)));
    expect(new Set(ends.map(({ body }) => body.session.id)).size).toBe(1);
    const other = { ...creation, amount_details: { ...money, amount: 1 } };
    expect(await post('session/create', other, key)).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_already_exists' } },
    });
  });
});

describe('a card', () => {
  it('is charged once the shop confirms, and the form waits for that', async () => {
    const id = await create();
    const token = await openForm(id);
    const page = await portal().app.inject(`/form?token=${token}&origin=http://checkout.localhost:8081`);
    expect(page.body).toContain('data-how="pay"');
    for (const wrong of ['/form?token=x&origin=http://portal', `/form?token=${token}&origin=javascript:1`])
      expect((await portal().app.inject(wrong)).statusCode).toBe(400);
    const card = '5555 5555 5555 4444';
    expect(await choose(token, 'pay', { card })).toMatchObject({ status: 'in_progress', isWaiting: true });
    await heard('ready_to_confirm');
    expect(await status(id)).toMatchObject({ next_action: 'confirm', acquiring_payments: [{ status: 'pending' }] });
    await post('session/confirm', { session_id: id });
    await heard('ready_to_confirm', 'payment_finished');
    const details = { payment_details: { card: { last4: '4444' } } };
    expect(await status(id)).toMatchObject({ status: 'accepted', acquiring_payments: [details] });
    expect(await choose(token, 'wait')).toMatchObject({ status: 'accepted', isOver: true });
    expect((await portal().post('/pay', { token, how: 'pay' })).status).toBe(400);
    expect(await post('session/confirm', { session_id: id })).toMatchObject({
      body: { error: { code: 'session_wrong_state' } },
    });
  });

  it('is not charged if the shop cancels or does not respond', async () => {
    const refused = await create();
    await choose(await openForm(refused), 'pay');
    await post('session/cancel', { session_id: refused });
    expect(await status(refused)).toMatchObject({ status: 'cancelled', acquiring_payments: [{ status: 'failed' }] });
    const forgotten = await create();
    await choose(await openForm(forgotten), 'pay');
    portal().laterMs = confirmTimeoutMs + 1;
    const ended = await status(forgotten);
    expect(ended).toMatchObject({ status: 'cancelled', acquiring_payments: [{ error: { code: 'confirm_timeout' } }] });
  });

  it('is charged immediately with auto-confirmation; a declined one stays unpaid', async () => {
    await toggle('auto');
    const id = await create();
    expect(await choose(await openForm(id), 'pay')).toMatchObject({ status: 'accepted' });
    const declined = await create();
    expect(await choose(await openForm(declined), 'decline')).toMatchObject({ status: 'cancelled' });
    await heard('payment_finished', 'payment_finished');
  });
});

describe('SBP', () => {
  it('returns the link after the confirmation, with a page that pays it', async () => {
    const id = await create();
    await startSbp(id);
    expect((await startSbp(id)).body.error?.code).toBe('session_wrong_state');
    await post('session/confirm', { session_id: id });
    await heard('ready_to_confirm', 'action_required');
    const [payment] = (await status(id)).acquiring_payments;
    const content = payment?.customer_interaction?.inform.qr.content ?? '';
    const path = content.slice(portal().place.at.length);
    expect((await portal().app.inject(path)).body).toContain('data-how="pay"');
    expect(await choose(payment?.id ?? '', 'pay')).toMatchObject({ status: 'accepted' });
    await heard('ready_to_confirm', 'action_required', 'payment_finished');
  });

  it('returns it late if configured', async () => {
    await toggle('auto');
    await toggle('late');
    const id = await create();
    await startSbp(id);
    const hasLink = async () => (await status(id)).acquiring_payments[0]?.customer_interaction !== undefined;
    expect(await hasLink()).toBe(false);
    portal().laterMs = 12_001;
    expect(await hasLink()).toBe(true);
  });
});

describe('the cabinet', () => {
  const act = (id: string, name: string) => portal().post('/act', { payment: id, act: name });

  it('simulates later events: slow refunds and a chargeback', async () => {
    await toggle('auto');
    const id = await create();
    await choose(await openForm(id), 'pay', { refunds: 'later' });
    const adapter = { session_id: id, amount_details: { ...money, amount: 7_450 }, metadata: 'x' };
    await post('session/refund', adapter);
    expect(await status(id)).toMatchObject({ acquiring_payments: [{ refunds: [{ status: 'in_progress' }] }] });
    await act(id, 'finish refund');
    await act(id, 'lose dispute');
    const refunds = [
      { status: 'accepted', is_chargeback: false },
      { status: 'accepted', is_chargeback: true },
    ];
    expect(await status(id)).toMatchObject({ acquiring_payments: [{ refunds }] });
    await heard('payment_finished', 'payment_refunded', 'payment_refunded');
    expect(await post('session/refund', adapter)).toMatchObject({
      body: { error: { code: 'refund_amount_too_large' } },
    });
  });

  it('can fail silently, and can still be paid after that', async () => {
    const id = await create();
    await act(id, 'fall into error');
    expect(await status(id)).toMatchObject({ status: 'error', error: { code: 'provider_internal_error' } });
    await act(id, 'pay');
    expect(await status(id)).toMatchObject({ status: 'accepted' });
  });

  it('holds money, and forges a webhook without a valid signature', async () => {
    const id = await create();
    await simulator.act('hold' as never, { attemptId }, portal().place);
    expect(await status(id)).toMatchObject({ next_action: 'capture' });
    const [forged] = await simulator.act('send a forged payment' as never, { attemptId }, portal().place);
    const key = parsePublicKey(simulatedKeys.bank.publicKey);
    if (!forged || !key) throw new Error('Nothing was forged.');
    expect(forged.body).toContain('succeeded');
    expect(isSignedWithKey(Buffer.from(forged.body), forged.headers['x-partner-sign'] ?? '', key)).toBe(false);
    expect(await status(id)).toMatchObject({ status: 'in_progress' });
  });
});

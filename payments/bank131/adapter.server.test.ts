import { generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import type { RefundRequest } from '../port.server.ts';
import {
  sampleAttemptId,
  sampleOrderId,
  sampleAttemptReference,
  samplePaymentRequest,
  createTestHostFactory,
} from '../simulator-host.server.ts';
import { adapter } from './adapter.server.ts';
import type { Bank131Host } from './client.server.ts';
import { bank131 } from './provider.ts';
import { isSignedWithKey, parsePublicKey } from './signature.server.ts';

const makePair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 1024,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
const ours = makePair();
const bank = makePair();
const settings: Bank131Host['settings'] = {
  Project: 'unit_project',
  PrivateKey: ours.privateKey,
  BankPublicKeys: [bank.publicKey],
  Mode: 'Demo',
  Company: { Name: 'Games LLC', Address: 'Kazan' },
};
const { hostWith, asked, warnings } = createTestHostFactory<Bank131Host['settings']>(settings);
const sessionId = 'ps_unit1';
const roubles = { amountMinor: 14_900, currency: 'RUB' };
const formUrl = `https://portal.example/Store/BankCard?PublicId=${sampleAttemptId}`;
const payment = { ...samplePaymentRequest, ...roubles, formUrl };
const known = { ...sampleAttemptReference, ...roubles, providerPaymentId: sessionId };
const metadata = JSON.stringify({ attempt_id: sampleAttemptId, order_id: sampleOrderId });
const money = { amount: 14_900, currency: 'rub' };

const charge = { id: 'pm_1', status: 'succeeded', amount_details: money, metadata };
const refund = { id: 'rf_1', status: 'accepted', amount_details: money, is_chargeback: false };
const sessionWith = (changes: object = {}) => ({
  id: sessionId,
  status: 'in_progress',
  acquiring_payments: [] as object[],
  ...changes,
});
const ok = (changes: object = {}) => ({ status: 'ok', session: sessionWith(changes) });
const fault = (http: number, code: string) => ({ http, status: 'error', error: { code, description: 'secret words' } });
const paid = (changes: object = {}) => ok({ status: 'accepted', acquiring_payments: [{ ...charge, ...changes }] });

describe('settings', () => {
  const check = (changes: object) => Value.Check(bank131.settings, { ...settings, ...changes });

  it("are a project, our key, the bank's keys and the seller", () => {
    expect(check({})).toBe(true);
    expect(check({ Widget: { ScriptUrl: 'https://widget.131.ru/x.js', GlobalName: 'PaymentForm' } })).toBe(true);
    expect(check({ BankPublicKeys: [] })).toBe(false);
    expect(check({ PrivateKey: 'secret' })).toBe(false);
    expect(check({ Mode: 'Test' })).toBe(false);
    expect(check({ Company: { Name: '' } })).toBe(false);
    expect(check({ Widget: { ScriptUrl: 'https://widget.131.ru/x.js', GlobalName: 'a.b()' } })).toBe(false);
  });
});

describe('creating', () => {
  it("opens a session with the attempt's key, signs the exact bytes, and leads to our page", async () => {
    expect(await adapter.create(payment, hostWith([ok({ status: 'created' })]))).toEqual({
      outcome: 'created',
      providerPaymentId: sessionId,
      reply: { FormUrl: formUrl },
      redirectUrl: formUrl,
    });
    const body = { amount_details: money, customer: { reference: sampleOrderId }, metadata };
    expect(asked).toEqual([
      {
        url: 'https://demo.bank131.ru/api/v1/session/create',
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'x-partner-project': 'unit_project',
          'x-partner-sign': expect.stringMatching(/./),
          'x-partner-idempotency-key': sampleAttemptId,
        },
        body,
      },
    ]);
    const signature = Buffer.from(asked[0]?.headers['x-partner-sign'] ?? '', 'base64');
    expect(verify('sha256', Buffer.from(JSON.stringify(body)), ours.publicKey, signature)).toBe(true);
  });

  it('uses the live URL for real money', async () => {
    await adapter.create(payment, hostWith([ok()], { Mode: 'Live' }));
    expect(asked[0]?.url).toBe('https://proxy.bank131.ru/api/v1/session/create');
  });

  it('is refused without a request for other currencies', async () => {
    for (const wrong of [{ currency: 'USD' }, { amountMinor: 0 }])
      expect(await adapter.create({ ...payment, ...wrong }, hostWith([]))).toMatchObject({ outcome: 'refused' });
    expect(asked).toEqual([]);
  });

  it.each([
    ['by its status', fault(400, 'invalid_request')],
    ['inside a 200', fault(200, 'invalid_request')],
  ])("is refused after a rejection %s, without repeating the bank's text", async (_, answer) => {
    const reason = 'Bank 131 refused: invalid_request.';
    expect(await adapter.create(payment, hostWith([answer]))).toEqual({ outcome: 'refused', reason });
  });

  it.each([
    ['a wrong signature', fault(401, 'authentication_error')],
    ['a wrong project', fault(400, 'identification_error')],
    ['a forbidden request', fault(403, 'authorization_error')],
    ['an internal error', fault(400, 'internal_error')],
    ['a key that was used before', fault(409, 'idempotency_key_already_exists')],
    ['a 500 in its own format', fault(500, 'invalid_request')],
    ['an unknown status', ok({ status: 'frozen' })],
    ['no session', { status: 'ok' }],
  ])('has an unknown result after %s', async (_, answer) => {
    await expect(adapter.create(payment, hostWith([answer]))).rejects.toThrow('Bank 131');
  });
});

describe('reading', () => {
  const read = (answer: object) => adapter.read(known, hostWith([answer]));

  it('reports the charge, its refunds and a chargeback, each by its own id', async () => {
    const ids = { attempt_id: sampleAttemptId, refund_id: randomUUID(), is_extra: 'true' };
    const refunds = [
      { ...refund, metadata: JSON.stringify(ids) },
      { ...refund, id: 'rf_2', status: 'in_progress' },
      { ...refund, id: 'rf_3', status: 'declined' },
      { ...refund, id: 'rf_4', status: 'error' },
      { ...refund, id: 'rf_5', is_chargeback: true },
      { ...refund, id: 'rf_6', is_chargeback: true, status: 'in_progress' },
    ];
    const { events, isOver } = await read(paid({ refunds }));
    expect(isOver).toBe(true);
    const of = {
      attemptId: sampleAttemptId,
      providerPaymentId: sessionId,
      isTest: true,
      amountMinor: 14_900,
      currency: 'RUB',
    };
    expect(events).toEqual([
      { kind: 'paid', dedupKey: 'paid:pm_1', transactionId: 'pm_1', ...of },
      {
        kind: 'refunded',
        dedupKey: 'refund:rf_1:accepted',
        transactionId: 'rf_1',
        chargeId: 'pm_1',
        refundId: ids.refund_id,
        isOverpayment: true,
        ...of,
      },
      { kind: 'refund-failed', dedupKey: 'refund:rf_3:declined', transactionId: 'rf_3', chargeId: 'pm_1', ...of },
      { kind: 'dispute-lost', dedupKey: 'refund:rf_5:accepted', transactionId: 'rf_5', chargeId: 'pm_1', ...of },
    ]);
    expect(asked[0]).toMatchObject({
      url: 'https://demo.bank131.ru/api/v1/session/status',
      body: { session_id: sessionId },
    });
    expect(asked[0]?.headers).not.toHaveProperty('x-partner-idempotency-key');
  });

  it('reports real money, and accepts the newer name of the list', async () => {
    const session = { status: 'accepted', acquiring_payments: null, payment_list: [charge] };
    const { events } = await adapter.read(known, hostWith([ok(session)], { Mode: 'Live' }));
    expect(events).toMatchObject([{ kind: 'paid', isTest: false }]);
  });

  const failed = { ...charge, status: 'failed', error: { code: 'insufficient_funds' } };
  const pendings: [what: string, session: object, kinds: string[], isOver: boolean][] = [
    ['an unused session', { status: 'created' }, [], false],
    [
      'a payment that waits for our confirmation',
      { acquiring_payments: [{ ...charge, status: 'pending' }] },
      [],
      false,
    ],
    ['a payment in progress', { acquiring_payments: [{ ...charge, status: 'in_progress' }] }, [], false],
    ['a failed payment', { acquiring_payments: [failed] }, ['failed'], true],
    [
      'a failed payment next to one in progress',
      { acquiring_payments: [failed, { ...charge, status: 'in_progress' }] },
      [],
      false,
    ],
    [
      'a cancelled session with a failed payment',
      { status: 'cancelled', acquiring_payments: [failed] },
      ['failed'],
      true,
    ],
    ['a cancelled session without a payment', { status: 'cancelled' }, ['expired'], true],
    ['an error, which is not final', { status: 'error', acquiring_payments: [failed] }, [], false],
    ['an error after the payment', { status: 'error', acquiring_payments: [charge] }, ['paid'], true],
  ];
  it.each(pendings)('handles %s', async (_, session, kinds, isOver) => {
    const reading = await read(ok(session));
    expect({ kinds: reading.events.map(({ kind }) => kind), isOver: reading.isOver }).toEqual({ kinds, isOver });
  });

  it('warns of an error and of authorized money', async () => {
    await read(ok({ status: 'error' }));
    expect(warnings).toEqual([expect.stringContaining('not final')]);
    expect(await read(ok({ next_action: 'capture' }))).toEqual({ events: [], isOver: false });
    expect(warnings).toEqual([expect.stringContaining('two-stage payments')]);
  });

  it.each([
    ['another session', ok({ id: 'ps_other' }), 'another session'],
    [
      'the session of another attempt',
      paid({ metadata: JSON.stringify({ attempt_id: randomUUID() }) }),
      'another attempt',
    ],
    ['a session of another shop', paid({ metadata: 'ord_7Q2M' }), 'another attempt'],
    ['an amount as a string', paid({ amount_details: { amount: '149.00', currency: 'rub' } }), 'unexpected format'],
    ['an amount with a fraction', paid({ amount_details: { amount: 149.5, currency: 'rub' } }), 'unexpected format'],
  ])('rejects %s', async (_, answer, message) => {
    await expect(read(answer)).rejects.toThrow(message);
  });

  it('accepts its own session if the bank returns no metadata', async () => {
    expect((await read(paid({ metadata: null }))).events).toMatchObject([{ kind: 'paid', attemptId: sampleAttemptId }]);
  });
});

describe('confirming', () => {
  it('sends the confirmation, and accepts a session that is past that state', async () => {
    await adapter.confirm?.(known, hostWith([ok()]));
    expect(asked[0]).toMatchObject({
      url: 'https://demo.bank131.ru/api/v1/session/confirm',
      body: { session_id: sessionId },
    });
    await adapter.confirm?.(known, hostWith([fault(400, 'session_wrong_state')]));
    await expect(adapter.confirm?.(known, hostWith([fault(500, 'internal_error')]))).rejects.toThrow('500');
  });
});

describe('cancelling', () => {
  it('accepts a session that is past that state, and throws after any other error', async () => {
    const cancel = (answer: object) => adapter.cancel?.(known, hostWith([answer]));
    await cancel(ok({ status: 'cancelled' }));
    expect(asked[0]).toMatchObject({ url: 'https://demo.bank131.ru/api/v1/session/cancel' });
    await cancel(fault(400, 'session_wrong_state'));
    await expect(cancel(fault(400, 'invalid_request'))).rejects.toThrow('invalid_request');
  });
});

describe('refunds', () => {
  const asking: RefundRequest = {
    ...known,
    refundId: 'c1b1a2ff-3c3f-4d3b-8a0e-5d2a4d1f0b7e',
    transactionId: 'pm_1',
    refundMinor: 4_900,
    isOverpayment: false,
  };
  const own = JSON.stringify({ refund_id: asking.refundId, is_extra: 'false' });
  const part = { ...refund, amount_details: { amount: 4_900, currency: 'rub' }, metadata: own };

  it('can be partial, with their own key and our id', async () => {
    const end = await adapter.refund(asking, hostWith([paid(), paid({ refunds: [part] })]));
    expect(end).toMatchObject({
      outcome: 'done',
      events: [
        {
          kind: 'refunded',
          transactionId: 'rf_1',
          amountMinor: 4_900,
          refundId: asking.refundId,
          isOverpayment: false,
        },
      ],
    });
    expect(asked[1]).toMatchObject({
      url: 'https://demo.bank131.ru/api/v1/session/refund',
      headers: { 'x-partner-idempotency-key': asking.refundId },
      body: { session_id: sessionId, amount_details: { amount: 4_900, currency: 'rub' }, metadata: own },
    });
  });

  it('are not requested again if the bank already has them', async () => {
    expect(await adapter.refund(asking, hostWith([paid({ refunds: [part] })]))).toMatchObject({ outcome: 'done' });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['in_progress', { outcome: 'pending', providerRefundId: 'rf_1' }],
    ['error', { outcome: 'pending', providerRefundId: 'rf_1' }],
    ['declined', { outcome: 'refused' }],
  ])('with the status %s are reported', async (status, end) => {
    const answers = [paid(), paid({ refunds: [{ ...part, status }] })];
    expect(await adapter.refund(asking, hostWith(answers))).toMatchObject(end);
  });

  it('above the charged amount are refused; those of a missing payment throw', async () => {
    const answers = [paid(), fault(400, 'refund_amount_too_large')];
    expect(await adapter.refund(asking, hostWith(answers))).toMatchObject({ outcome: 'refused' });
    await expect(adapter.refund({ ...asking, transactionId: 'pm_2' }, hostWith([paid()]))).rejects.toThrow('pm_2');
  });
});

describe('webhooks', () => {
  const send = (content: object, { key = bank.privateKey, changes = {} } = {}) => {
    const body = Buffer.from(JSON.stringify(content));
    const headers = { 'x-partner-sign': sign('sha256', body, key).toString('base64') };
    return adapter.parseWebhook({ body, headers, remoteAddress: '203.0.113.1' }, hostWith([], changes));
  };
  const { session } = paid();

  it("verify the bank's published signature example", () => {
    const body =
      '{"type":"payment_finished","session":{"id":"ps_unit1","status":"accepted","acquiring_payments":[{"id":"pm_unit1","status":"succeeded","amount_details":{"amount":14900,"currency":"rub"},"metadata":"ord_7Q2M"}]}}';
    const signature =
      'roqoFR2KvmryP/NZEMin6bHzdSCmbYV2PVmWrsDW+vPT7ThStDSx8igRbrENPQQYFWYJvkOwMlugAIMyFtlAGaUQMrVKdAH28vLLxZOcWRJMDFhqEFDt45z5tvwbZErPptCwKHmFdlL1puZYNT5CTPTsqMJRJviScTnSjFOim/U=';
    const key = parsePublicKey(
      'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC/bzC5wwt3IxnlopedAZiXawpfIjf/Raq8Fu0gjCpAsCWrGHhjLAQ0bjz/9GjJvSaPZU792CckZImKy487FIOGnLiztqNsRPIQHFMlPCSTVSF1z2hb37WAQZkcX71sUWHMSyUkk+sd9RXmhtLbmMKwuSTkxaDqra6CausAe0ASUwIDAQAB',
    );
    if (!key) throw new Error('The key of the vector is not read.');
    expect(isSignedWithKey(Buffer.from(body), signature, key)).toBe(true);
    expect(isSignedWithKey(Buffer.from(body.replace('14900', '14901')), signature, key)).toBe(false);
    for (const wrong of ['', 'x', signature.slice(4), `${signature}%`])
      expect(isSignedWithKey(Buffer.from(body), wrong, key)).toBe(false);
  });

  it('report the events of the session', async () => {
    const reading = await send({ type: 'payment_finished', session });
    expect(reading).toMatchObject({
      outcome: 'events',
      events: [{ kind: 'paid', transactionId: 'pm_1', attemptId: sampleAttemptId }],
    });
    const { session: back } = paid({ refunds: [refund] });
    expect(await send({ type: 'payment_refunded', session: back })).toMatchObject({
      events: [{ kind: 'paid' }, { kind: 'refunded' }],
    });
  });

  it('are matched by session if the bank returns no metadata', async () => {
    const { session: silent } = paid({ metadata: undefined });
    const reading = await send({ type: 'payment_finished', session: silent });
    expect(reading).toMatchObject({ events: [{ kind: 'paid', providerPaymentId: sessionId }] });
    expect(reading).not.toHaveProperty('events.0.attemptId');
  });

  it("signed with the bank's second key are accepted, and an invalid key is skipped", async () => {
    const other = makePair();
    const keys = { BankPublicKeys: ['no key at all', bank.publicKey, other.publicKey] };
    const reading = await send({ type: 'payment_finished', session }, { key: other.privateKey, changes: keys });
    expect(reading).toMatchObject({ outcome: 'events' });
    expect(warnings).toEqual([expect.stringContaining('is invalid')]);
    expect(await send({ type: 'payment_finished', session }, { key: ours.privateKey })).toMatchObject({
      outcome: 'refused',
    });
  });

  it('that request a confirmation report the amount to charge, by our id or by the session', async () => {
    const asking = { ...charge, status: 'pending' };
    const content = (payment: object) => ({
      type: 'ready_to_confirm',
      session: sessionWith({ next_action: 'confirm', acquiring_payments: [payment] }),
    });
    const expected = { outcome: 'confirmation-request', providerPaymentId: sessionId, ...roubles, key: 'pm_1' };
    expect(await send(content(asking))).toEqual({ ...expected, attemptId: sampleAttemptId });
    expect(await send(content({ ...asking, metadata: null }))).toEqual(expected);
    expect(await send(content({ ...charge, status: 'in_progress' }))).toMatchObject({ outcome: 'check-payment' });
  });

  it('that need no action are accepted and ignored', async () => {
    const link = { type: 'inform', inform: { qr: { content: 'https://qr.nspk.ru/A', img: 'data:,' } } };
    const open = { ...charge, status: 'in_progress', customer_interaction: link };
    const waiting = sessionWith({ acquiring_payments: [open] });
    expect(await send({ type: 'action_required', session: waiting })).toEqual({ outcome: 'ignored' });
    expect(await send({ type: 'payout_finished', session: waiting })).toEqual({ outcome: 'ignored' });
    const held = { ...waiting, next_action: 'capture' };
    expect(await send({ type: 'ready_to_capture', session: held })).toEqual({ outcome: 'ignored' });
    expect(warnings).toEqual([expect.stringContaining('two-stage payments')]);
  });

  it('of another shop are ignored, and those without proof trigger a read of the session', async () => {
    const { session: foreign } = paid({ metadata: 'ord_7Q2M' });
    expect(await send({ type: 'payment_finished', session: foreign })).toEqual({ outcome: 'ignored' });
    const wrong = { ...sessionWith(), status: 'error', acquiring_payments: [{ ...charge, status: 'failed' }] };
    expect(await send({ type: 'payment_finished', session: wrong })).toEqual({
      outcome: 'check-payment',
      providerPaymentId: sessionId,
      attemptId: sampleAttemptId,
    });
  });

  it('that are signed but have an unexpected format are an error, so that they are resent', async () => {
    await expect(send({ type: 'payment_finished', session: { id: 'ps_1', status: 'odd' } })).rejects.toThrow(
      'unexpected format',
    );
  });
});

// Tests specific to Money.Mail.Ru, with examples from its documentation and from observed traffic.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { RefundRequest, WebhookResult, ParsedWebhook } from '../port.server.ts';
import {
  sampleAttemptId,
  testHostTime,
  sampleOrderId,
  sampleAttemptReference,
  samplePaymentRequest,
  createTestHostFactory,
} from '../simulator-host.server.ts';
import { adapter } from './adapter.server.ts';
import {
  isSignedByMoneyMailRu,
  parseEnvelopeContent,
  signEnvelope,
  type SignedEnvelope,
  type MoneyMailRuSettings,
} from './envelope.server.ts';
import { simulatedMerchant, signAsMoneyMailRu, getSimulatedPublicKey } from './simulator-keys.server.ts';

const settings: MoneyMailRuSettings = {
  MerchantId: simulatedMerchant.merchantId,
  PrivateKey: simulatedMerchant.privateKey,
  PublicKeys: [getSimulatedPublicKey()],
  PayMethod: 'card_rub',
};
const { hostWith, asked, warnings } = createTestHostFactory(settings);

const payment = { ...samplePaymentRequest, currency: 'RUB', amountMinor: 14_900 };
const paymentId = '11111111-2222-3333-4444-555555555555';
const known = { ...sampleAttemptReference, currency: 'RUB', amountMinor: 14_900, providerPaymentId: paymentId };
const { providerPaymentId: _, ...lost } = known;

const transaction = {
  transaction_id: paymentId,
  issuer_id: sampleAttemptId,
  amount: '149.00',
  currency: 'RUB',
  pay_method: 'card_rub',
};
const ok = (body: object) => signAsMoneyMailRu({ body, header: { status: 'OK', ts: 1 } });
const error = (code: string) =>
  signAsMoneyMailRu({ header: { status: 'ERROR', ts: 1, error: { code, message: '', error_id: 'E-1' } } });

const questions = () =>
  asked.map(({ url, body }) => {
    const content = parseEnvelopeContent(body as SignedEnvelope);
    return [url.slice('https://api.money.mail.ru/money/2-03/'.length), content?.body];
  });

describe('signatures', () => {
  const unit = { PrivateKey: 'unit_private_key' } as const;

  it('of a request cover path, text and key', () => {
    const user_info = { user_id: 'acc_42' };
    const order = { pay_method: 'unit_method', issuer_id: 'ord_7Q2M', description: 'Gems', user_info };
    const body = { currency: 'RUB', amount: '149.00', ...order };
    const content = { body, header: { ts: 1_767_225_600, client_id: 662_000 } };
    const { signature, data } = signEnvelope(content, unit, { path: '/money/2-03/transaction/start' });
    expect(signature).toBe('b0f8f1ee5680903d24c44db1448dbdf3908ad21d');
    const whole = signEnvelope(
      content,
      { ...unit, SignatureHash: 'SHA-256' },
      { path: '/money/2-03/transaction/start' },
    );
    const text = `/money/2-03/transaction/start${data}unit_private_key`;
    expect(whole.signature).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it("of the documentation's example match with SHA-1, contrary to its text", () => {
    const content = {
      body: { transaction_id: '5B5FEF96-CCFF-11EB-B2C9-F3FB221CDBE2' },
      header: { ts: 1_721_663_752, client_id: 196_669 },
    };
    const key = { PrivateKey: '928e0c62564fdb4c862e422f8ca3c49e578c7cdf' };
    const { signature } = signEnvelope(content, key, { path: '/money/2-03/transaction/get' });
    expect(signature).toBe('1658b9a8c0e8c86d4e9785e44901a8d30ff59d37');
  });

  it('of a reply cover text and key', () => {
    const body = { transaction_id: paymentId, notify_type: 'payment_delivered' };
    const header = { status: 'OK', ts: 1_767_225_661, client_id: '662000' };
    expect(signEnvelope({ body, header }, unit).signature).toBe('27cf621977b6f97de1172d9f7639acd34f7c5dfa');
  });

  const publicKey =
    'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC/bzC5wwt3IxnlopedAZiXawpfIjf/Raq8Fu0gjCpAsCWrGHhjLAQ0bjz/9GjJvSaPZU792CckZImKy487FIOGnLiztqNsRPIQHFMlPCSTVSF1z2hb37WAQZkcX71sUWHMSyUkk+sd9RXmhtLbmMKwuSTkxaDqra6CausAe0ASUwIDAQAB';
  const pem = `-----BEGIN PUBLIC KEY-----\n${publicKey.match(/.{1,64}/g)?.join('\n')}\n-----END PUBLIC KEY-----\n`;
  const notice = {
    data: 'eyJib2R5Ijp7InRyYW5zYWN0aW9uX2lkIjoiMTExMTExMTEtMjIyMi0zMzMzLTQ0NDQtNTU1NTU1NTU1NTU1Iiwibm90aWZ5X3R5cGUiOiJUUkFOU0FDVElPTl9TVEFUVVMiLCJpc3N1ZXJfaWQiOiJvcmRfN1EyTSIsImFtb3VudCI6IjE0OS4wMCIsImN1cnJlbmN5IjoiUlVCIiwic3RhdHVzIjoiUEFJRCJ9LCJoZWFkZXIiOnsidHMiOjE3NjcyMjU2NjAsImNsaWVudF9pZCI6NjYyMDAwfX0=',
    signature:
      'OMj1Bpb5pW4smLuCCg69r4XpDmXwtTN4zKPQ6qfWdthWnSvkGQCTjrg8z7PR7q/tJ8pcA8FuTxYgQEt83dIbhEDeBViUBxcYv0HUW3XMp214r+VZTebhSG+sBd37Dk/ZivAANN0beP15ULi2DaAqv1NBM+8Jog56AKi+3MgyDzY=',
  };

  it.each([
    ['in its plain form', [publicKey], true],
    ['in PEM format', [pem], true],
    ['next to another', [getSimulatedPublicKey(), publicKey], true],
    ['of another party', [getSimulatedPublicKey()], false],
    ['that is invalid', [publicKey.slice(8)], false],
  ])('of the operator are verified with a key %s', (_, PublicKeys, expected) => {
    expect(isSignedByMoneyMailRu(notice, { PublicKeys })).toBe(expected);
    expect(isSignedByMoneyMailRu({ ...notice, data: notice.data.replace('Q', 'R') }, { PublicKeys })).toBe(false);
  });

  it('on a notification of another shop with the same key are refused', async () => {
    const body = Buffer.from(new URLSearchParams({ ...notice, version: '2-03' }).toString());
    const webhook = { body, headers: {}, remoteAddress: '176.112.170.161' };
    const at = hostWith([], { PublicKeys: [publicKey], MerchantId: '662000' });
    expect(await adapter.parseWebhook(webhook, at)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining("another shop's order"),
    });
  });
});

describe('creating', () => {
  const url = 'https://cpg.money.mail.ru/api/init/freepay?order_id=1';
  const started = { transaction_id: paymentId, action: 'redirect', action_param: { url } };

  it("sends the attempt's id, and returns the page", async () => {
    expect(await adapter.create(payment, hostWith([ok(started)]))).toEqual({
      outcome: 'created',
      providerPaymentId: paymentId,
      reply: { PaymentUri: url },
    });
    expect(questions()).toEqual([
      [
        'transaction/start',
        {
          currency: 'RUB',
          amount: '149.00',
          pay_method: 'card_rub',
          issuer_id: sampleAttemptId,
          description: 'A hundred gems × 2',
          user_info: { user_id: 'acc_42' },
        },
      ],
    ]);
    const [{ data, signature, version } = ok({})] = asked.map(({ body }) => body as SignedEnvelope);
    expect(version).toBe('2-03');
    const header = { ts: testHostTime.getTime() / 1000, client_id: 662_000 };
    const text = Buffer.from(data, 'base64').toString();
    expect(JSON.parse(text)).toMatchObject({ header });
    const signed = `/money/2-03/transaction/start${data}${simulatedMerchant.privateKey}`;
    expect(signature).toBe(createHash('sha1').update(signed).digest('hex'));
  });

  it('sends a return URL only for buyers who pay outside the portal', async () => {
    const { returnUrl } = payment;
    const creation = await adapter.create({ ...payment, wantsRedirect: true }, hostWith([ok(started)]));
    expect(creation).toMatchObject({ redirectUrl: url });
    const notify = { back_url: returnUrl, success_url: returnUrl, fail_url: returnUrl };
    expect(questions()).toMatchObject([['transaction/start', { notify }]]);
  });

  it('passes configured origins to the browser', async () => {
    const PageOrigins = ['https://cpg.money.mail.ru', 'https://pay.example'];
    expect(await adapter.create(payment, hostWith([ok(started)], { PageOrigins }))).toMatchObject({
      reply: { PaymentUri: url, PageOrigins },
    });
  });

  it.each([
    ['dollars', { currency: 'USD' }],
    ['nothing', { amountMinor: 0 }],
  ])('refuses %s without a request', async (_, changes) => {
    expect(await adapter.create({ ...payment, ...changes }, hostWith([]))).toMatchObject({ outcome: 'refused' });
    expect(asked).toEqual([]);
  });

  it('is refused if the operator rejects the arguments', async () => {
    expect(await adapter.create(payment, hostWith([error('ERR_ARGUMENTS')]))).toEqual({
      outcome: 'refused',
      reason: 'Money.Mail.Ru answered ERR_ARGUMENTS about a new payment, error E-1.',
    });
  });

  it.each([
    ['a system error', error('ERR_SYSTEM'), 'ERR_SYSTEM'],
    ['an already processed payment', error('ERR_DUPLICATE'), 'ERR_DUPLICATE'],
    ['our wrong key', error('ERR_SIGNATURE'), 'PrivateKey or SignatureHash is wrong'],
    ['an unsigned rejection', { ...error('ERR_ARGUMENTS'), signature: 'AAAA' }, 'no valid signature'],
    ['an unsigned success', { ...ok(started), signature: ok({}).signature }, 'no valid signature'],
    ['a reply without a status', signAsMoneyMailRu({ header: { ts: 1 } }), 'neither OK nor ERROR'],
    ['something else', signAsMoneyMailRu({ body: started }), 'neither OK nor ERROR'],
    ['no page', ok({ transaction_id: paymentId }), 'unexpected format'],
    [
      'a page on another host',
      ok({ ...started, action_param: { url: 'https://evil.example/' } }),
      'not among PageOrigins',
    ],
    ['an invalid page URL', ok({ ...started, action_param: { url: 'javascript:1' } }), 'not among PageOrigins'],
    ['a 500', { http: 500, ...error('ERR_ARGUMENTS') }, 'answered 500'],
  ])('has an unknown result after %s', async (_, answer, message) => {
    await expect(adapter.create(payment, hostWith([answer]))).rejects.toThrow(message);
  });
});

describe('the records', () => {
  it('are read by payment id, with a second request if they lack the status', async () => {
    const paid = { kind: 'paid', dedupKey: `${paymentId}:paid`, attemptId: sampleAttemptId, isTest: false };
    const money = { amountMinor: 14_900, currency: 'RUB' };
    expect(await adapter.read(known, hostWith([ok(transaction), ok({ status: 'paid' })]))).toEqual({
      events: [{ ...paid, ...money, providerPaymentId: paymentId, transactionId: paymentId }],
      isOver: true,
    });
    expect(questions()).toEqual([
      ['transaction/get', { transaction_id: paymentId }],
      ['transaction/status', { transaction_id: paymentId }],
    ]);
  });

  it.each([
    ['new', [], false],
    ['process', [], false],
    ['wait', [], false],
    ['held', [], false],
    ['PAID', ['paid'], true],
    ['Paid', ['paid'], true],
    ['rejected', ['failed'], true],
    ['hold_failed', ['failed'], true],
    ['HOLD_CANCELED', ['failed'], true],
    ['expired', ['expired'], true],
  ])('with the status %s', async (status, kinds, isOver) => {
    const reading = await adapter.read(known, hostWith([ok({ ...transaction, status })]));
    expect({ kinds: reading.events.map(({ kind }) => kind), isOver: reading.isOver }).toEqual({ kinds, isOver });
    expect(warnings).toHaveLength(status === 'held' ? 1 : 0);
  });

  it('are read by our own id if the response to the creation was lost', async () => {
    expect(await adapter.read(lost, hostWith([ok({ ...transaction, status: 'paid' })]))).toMatchObject({
      isOver: true,
    });
    expect(questions()).toEqual([['transaction/get', { issuer_id: sampleAttemptId }]]);
    expect(await adapter.read(lost, hostWith([error('ERR_ARGUMENTS')]))).toEqual({ events: [], isOver: false });
    await expect(adapter.read(known, hostWith([error('ERR_ARGUMENTS')]))).rejects.toThrow('ERR_ARGUMENTS');
  });

  it('return ERR_NOT_FOUND for a payment that was never created', async () => {
    expect(await adapter.read(lost, hostWith([error('ERR_NOT_FOUND')]))).toEqual({ events: [], isOver: false });
    // A payment that was opened cannot be gone.
    await expect(adapter.read(known, hostWith([error('ERR_NOT_FOUND')]))).rejects.toThrow('ERR_NOT_FOUND');
  });

  it('accept the amount as a text or a number, and recognise test money', async () => {
    const amounts: [unknown, number | undefined][] = [
      ['149.00', 14_900],
      ['149.5', 14_950],
      [149, 14_900],
      [149.5, 14_950],
      ['149,00', undefined],
      ['149.001', undefined],
      ['1e2', undefined],
    ];
    for (const [amount, amountMinor] of amounts) {
      const { events } = await adapter.read(known, hostWith([ok({ ...transaction, amount, status: 'paid' })]));
      expect(events[0]?.amountMinor).toBe(amountMinor);
    }
    const test = ok({ ...transaction, pay_method: 'cpgtest', status: 'paid' });
    expect((await adapter.read(known, hostWith([test]))).events).toMatchObject([{ isTest: true }]);
    const own = { TestPayMethods: ['card_rub'] };
    const { events } = await adapter.read(known, hostWith([ok({ ...transaction, status: 'paid' })], own));
    expect(events).toMatchObject([{ isTest: true }]);
  });

  const refundId = 'AAAAAAAA-2222-3333-4444-555555555555';
  const refund = {
    ...transaction,
    transaction_id: refundId,
    amount: '-49.00',
    payment_info: { refund_type: 'refund', refunded_transaction_id: paymentId },
    status: 'paid',
  };

  it.each([
    ['a string', refundId],
    ['a lower-case string', `refunded: ${refundId.toLowerCase()}; by hand`],
    ['a list', [{ transaction_id: refundId, amount: '-49.00' }]],
    ['an object', { [refundId]: 'paid' }],
  ])('list refunds as %s, and each is read separately', async (_, refunds) => {
    const { events } = await adapter.read(
      known,
      hostWith([ok({ ...transaction, status: 'paid', refunds }), ok(refund)]),
    );
    expect(events).toMatchObject([
      { kind: 'refunded', transactionId: refundId, chargeId: paymentId, amountMinor: 4_900 },
      { kind: 'paid' },
    ]);
  });

  it.each([
    ['another payment', { ...transaction, transaction_id: '99999999-2222-3333-4444-555555555555' }, 'another payment'],
    ['the payment of another attempt', { ...transaction, issuer_id: sampleOrderId }, 'not the payment of attempt'],
    ['a payment without an attempt', { ...transaction, issuer_id: 'ord_7Q2M' }, 'not the payment of attempt'],
    ['a refund', refund, 'another payment'],
    ['an unknown status', { ...transaction, status: 'frozen' }, 'unknown status'],
  ])('about %s are rejected', async (_, body, message) => {
    await expect(adapter.read(known, hostWith([ok(body)]))).rejects.toThrow(message);
  });

  it('of a refund of another payment are rejected', async () => {
    const whole = { ...transaction, status: 'paid', refunds: refundId };
    const others = [
      { ...refund, payment_info: { refunded_transaction_id: 'BBBBBBBB-2222-3333-4444-555555555555' } },
      { ...refund, transaction_id: 'BBBBBBBB-2222-3333-4444-555555555555' },
      { ...transaction, transaction_id: refundId, status: 'paid' },
    ];
    for (const other of others)
      await expect(adapter.read(known, hostWith([ok(whole), ok(other)]))).rejects.toThrow('not a refund of');
  });
});

describe('refunds', () => {
  const refundId = 'c1b1a2ff-3c3f-4d3b-8a0e-5d2a4d1f0b7e';
  const asking: RefundRequest = {
    ...known,
    refundId,
    transactionId: paymentId,
    refundMinor: 14_900,
    isOverpayment: false,
  };
  const paid = { ...transaction, status: 'paid' };
  const method = { RefundMethod: 'transaction/refund' };
  const back = 'AAAAAAAA-2222-3333-4444-555555555555';

  it('need an operator, unless the settings name the method', async () => {
    const end = await adapter.refund(asking, hostWith([ok(paid)]));
    expect(end).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('RefundMethod is not set') });
  });

  it('are requested with that method, and reported later', async () => {
    const end = await adapter.refund(asking, hostWith([ok(paid), ok({ transaction_id: back })], method));
    expect(end).toEqual({ outcome: 'pending', providerRefundId: back });
    expect(questions()[1]).toEqual([
      'transaction/refund',
      { transaction_id: paymentId, amount: '149.00', currency: 'RUB' },
    ]);
  });

  it('are not requested again if the money was returned', async () => {
    const gone = { ...paid, transaction_id: back, amount: '-149.00', refund_for: paymentId };
    const answers = [ok({ ...paid, refunds: [back] }), ok(gone)];
    expect(await adapter.refund(asking, hostWith(answers, method))).toMatchObject({
      outcome: 'done',
      events: [{ kind: 'refunded', transactionId: back, amountMinor: 14_900 }],
    });
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['a part', 4_900, undefined],
    ['the rest, after a manual partial refund', 14_900, '-49.00'],
  ])('of %s need an operator', async (_, refundMinor, amount) => {
    const part = { ...paid, transaction_id: back, amount, refund_for: paymentId };
    const answers = amount === undefined ? [ok(paid)] : [ok({ ...paid, refunds: back }), ok(part)];
    const end = await adapter.refund({ ...asking, refundMinor }, hostWith(answers, method));
    expect(end).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('partial refunds') });
  });

  it('that the operator rejects are refused, and after other errors the result is unknown', async () => {
    const refused = await adapter.refund(asking, hostWith([ok(paid), error('ERR_ARGUMENTS')], method));
    expect(refused).toMatchObject({ outcome: 'refused' });
    await expect(adapter.refund(asking, hostWith([ok(paid), error('ERR_SYSTEM')], method))).rejects.toThrow(
      'ERR_SYSTEM',
    );
  });
});

describe('notifications', () => {
  const header = { status: 'OK', ts: '1767225660', client_id: simulatedMerchant.merchantId };
  const notice = { ...transaction, notify_type: 'TRANSACTION_STATUS', status: 'PAID' };
  const webhookOf = (body: object, { at = '176.112.170.161', changes = {}, head = {} } = {}) => {
    const fields = { ...signAsMoneyMailRu({ body, header: { ...header, ...head } }), ...changes };
    return { body: Buffer.from(String(new URLSearchParams(fields))), headers: {}, remoteAddress: at };
  };
  const answerOf = (reading: ParsedWebhook, end: WebhookResult) => {
    if (reading.outcome === 'order-query' || !reading.answer) throw new Error('It has no words of its own.');
    const { status, body } = reading.answer(end);
    const { data, signature } = body as SignedEnvelope;
    expect(signature).toBe(createHash('sha1').update(`${data}${simulatedMerchant.privateKey}`).digest('hex'));
    const content = JSON.parse(Buffer.from(data, 'base64').toString()) as { header: object; body: object };
    expect(content.header).toMatchObject({
      ts: testHostTime.getTime() / 1000,
      client_id: simulatedMerchant.merchantId,
    });
    return { status, ...content };
  };

  it('that are signed prove the payment', async () => {
    const reading = await adapter.parseWebhook(webhookOf(notice), hostWith([]));
    expect(reading).toMatchObject({
      outcome: 'events',
      events: [
        {
          kind: 'paid',
          dedupKey: `${paymentId}:paid`,
          attemptId: sampleAttemptId,
          providerPaymentId: paymentId,
          transactionId: paymentId,
          amountMinor: 14_900,
          currency: 'RUB',
          isTest: false,
        },
      ],
    });
    expect(asked).toEqual([]);
  });

  it.each([
    ['done', 200, { status: 'OK' }, 'payment_delivered'],
    ['retry', 503, { status: 'ERROR', error: { code: 'ERR_SYSTEM' } }, 'TRANSACTION_STATUS'],
    ['mismatch', 200, { status: 'ERROR', error: { code: 'ERR_ARGUMENTS' } }, 'TRANSACTION_STATUS'],
    ['unknown-order', 200, { status: 'ERROR', error: { code: 'ERR_ARGUMENTS' } }, 'TRANSACTION_STATUS'],
  ] as const)('with the result "%s" get a signed reply', async (end, status, head, type) => {
    const reading = await adapter.parseWebhook(webhookOf(notice), hostWith([]));
    const body = { transaction_id: paymentId, notify_type: type };
    expect(answerOf(reading, end)).toMatchObject({ status, header: head, body });
  });

  it('are answered in the other format if configured', async () => {
    const at = hostWith([], { SuccessAnswer: 'TRANSACTION_STATUS' });
    const reading = await adapter.parseWebhook(webhookOf(notice), at);
    const body = { transaction_id: paymentId, notify_type: 'TRANSACTION_STATUS' };
    expect(answerOf(reading, 'done')).toMatchObject({ header: { status: 'OK' }, body });
  });

  it.each([undefined, null, ''])(
    'without a status (%j) trigger a read, and are never answered with an unknown order',
    async (status) => {
      const reading = await adapter.parseWebhook(webhookOf({ ...notice, status }), hostWith([]));
      expect(reading).toMatchObject({
        outcome: 'check-payment',
        attemptId: sampleAttemptId,
        providerPaymentId: paymentId,
      });
      for (const end of ['retry', 'unknown-order'] as const)
        expect(answerOf(reading, end)).toMatchObject({ header: { error: { code: 'ERR_SYSTEM' } } });
      expect(answerOf(reading, 'done')).toMatchObject({ header: { status: 'OK' } });
    },
  );

  it.each(['2-03', '2-03-73', '2-07'])('of version %s are accepted and answered in it', async (version) => {
    const reading = await adapter.parseWebhook(webhookOf(notice, { changes: { version } }), hostWith([]));
    expect(reading).toMatchObject({ outcome: 'events', events: [{ kind: 'paid' }] });
    if (reading.outcome !== 'events') throw new Error('It brings no events.');
    for (const end of ['done', 'retry', 'mismatch'] as const)
      expect(reading.answer?.(end).body).toMatchObject({ version });
    answerOf(reading, 'done');
  });

  it.each(['new', 'PROCESS', 'wait', 'held'])('of %s change nothing, and are accepted', async (status) => {
    const reading = await adapter.parseWebhook(webhookOf({ ...notice, status }), hostWith([]));
    expect(reading.outcome).toBe('ignored');
    expect(answerOf(reading, 'done')).toMatchObject({ header: { status: 'OK' } });
  });

  const back = 'AAAAAAAA-2222-3333-4444-555555555555';
  it.each([
    ['by its amount', { amount: '-49.00' }, undefined],
    ['by its amount, as a number', { amount: -49 }, undefined],
    ['by the charge it refers to', { amount: '49.00', refund_for: paymentId }, paymentId],
    ['by its type', { amount: '49.00', payment_info: { refund_type: 'reversal' } }, undefined],
    [
      'by its amount, with the refunded transaction',
      { amount: '-49.00', payment_info: { refunded_transaction_id: paymentId } },
      paymentId,
    ],
  ])('of a refund are recognised %s', async (_, changes, chargeId) => {
    const body = { ...notice, transaction_id: back, ...changes };
    const reading = await adapter.parseWebhook(webhookOf(body), hostWith([]));
    const [event] = reading.outcome === 'events' ? reading.events : [];
    expect(event).toMatchObject({
      kind: 'refunded',
      transactionId: back,
      amountMinor: 4_900,
      attemptId: sampleAttemptId,
    });
    expect([event?.chargeId, event?.providerPaymentId]).toEqual([chargeId, chargeId]);
    const failed = await adapter.parseWebhook(webhookOf({ ...body, status: 'rejected' }), hostWith([]));
    expect(failed).toMatchObject({ events: [{ kind: 'refund-failed', transactionId: back }] });
  });

  const strange: [what: string, webhook: ReturnType<typeof webhookOf>, code: string, status: number][] = [
    ['for another merchant', webhookOf(notice, { head: { client_id: 662_001 } }), 'ERR_ARGUMENTS', 200],
    ['without a merchant', webhookOf(notice, { head: { client_id: undefined } }), 'ERR_ARGUMENTS', 200],
    ['about an order of another shop', webhookOf({ ...notice, issuer_id: 'ord_7Q2M' }), 'ERR_ARGUMENTS', 200],
    ['about no order', webhookOf({ ...notice, issuer_id: undefined }), 'ERR_ARGUMENTS', 200],
    ['about nothing', webhookOf({ hello: 1 }), 'ERR_ARGUMENTS', 200],
    ['with another signature', webhookOf(notice, { changes: writeSignature({}) }), 'ERR_SIGNATURE', 400],
    ['with no signature', webhookOf(notice, { changes: { signature: '' } }), 'ERR_SIGNATURE', 400],
    ['of another protocol', webhookOf(notice, { changes: { version: '3-01' } }), 'ERR_SYSTEM', 503],
    ['with a line break after the version', webhookOf(notice, { changes: { version: '2-07\n' } }), 'ERR_SYSTEM', 503],
  ];
  it.each(strange)('%s are refused with a code', async (_, webhook, code, status) => {
    const reading = await adapter.parseWebhook(webhook, hostWith([]));
    expect(reading).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/./) });
    expect(answerOf(reading, 'refused')).toMatchObject({ status, header: { status: 'ERROR', error: { code } } });
  });

  it('with an unknown status are an error, and are resent', async () => {
    await expect(adapter.parseWebhook(webhookOf({ ...notice, status: 'FROZEN' }), hostWith([]))).rejects.toThrow(
      'FROZEN',
    );
    expect(adapter.buildWebhookReply('retry').status).toBe(503);
  });

  const inside = '176.112.170.160 176.112.170.167 188.93.57.3 188.93.57.33 188.93.57.38 188.93.57.39 188.93.57.50';
  const outside = '176.112.170.159 176.112.170.168 188.93.57.4 188.93.57.61 127.0.0.1 ::1';
  it.each([
    ...`${inside} 188.93.57.60 ::ffff:188.93.57.60`.split(' ').map((at) => [at, 'events']),
    ...outside.split(' ').map((at) => [at, 'refused']),
  ])('from %s: %s', async (at = '', outcome) => {
    expect(await adapter.parseWebhook(webhookOf(notice, { at }), hostWith([]))).toMatchObject({ outcome });
  });

  it('are accepted from other networks if configured', async () => {
    const moved = hostWith([], { NotificationNetworks: ['203.0.113.0/24'] });
    expect(await adapter.parseWebhook(webhookOf(notice, { at: '203.0.113.9' }), moved)).toMatchObject({
      outcome: 'events',
    });
    // A notification from an unknown address gets no signed reply.
    expect(await adapter.parseWebhook(webhookOf(notice), moved)).not.toHaveProperty('answer');
  });
});

const writeSignature = (content: object) => ({ signature: signAsMoneyMailRu(content).signature });

// The API of the simulated Money.Mail.Ru. Each start request creates a new payment, because idempotency is not
// documented. A start for an attempt that was already processed is rejected.
import type { FastifyInstance } from 'fastify';
import { Type, type Static, type TObject } from 'typebox';
import { Value } from 'typebox/value';
import { fromDecimal } from '#kit/decimal-amount.ts';
import { createSimulatorApi } from '#kit/simulator-api.server.ts';
import { parseJson } from '#kit/parse-json.server.ts';
import { object, text } from '#model/schema.ts';
import type { SimulatorContext } from '../simulator-provider.server.ts';
import { SignedEnvelope, moneyMailRuApiVersion } from './envelope.server.ts';
import {
  getRefundableMinor,
  createSimulatedPayment,
  createSimulatedRefund,
  buildPaymentObject,
  buildRefundObject,
} from './simulator-records.server.ts';
import type { MoneyMailRuAction, MoneyMailRuEvent, SimulatedPayment } from './simulator-records.server.ts';
import { isSignedByMerchant, simulatedMerchant, signAsMoneyMailRu } from './simulator-keys.server.ts';

export const simulatedRefundMethod = 'transaction/refund';

export function mountMoneyMailRuApi(
  app: FastifyInstance,
  { records, place, send }: SimulatorContext<SimulatedPayment, MoneyMailRuEvent, MoneyMailRuAction>,
  writePageUrl: (payment: SimulatedPayment) => string,
): void {
  const api = createSimulatorApi(app);
  const answer = (header: object, body?: object) =>
    signAsMoneyMailRu({ ...(body && { body }), header: { ...header, ts: Math.floor(place.now().getTime() / 1000) } });
  const method = <S extends TObject>(name: string, shape: S, act: (body: Static<S>) => object | string) =>
    api.post(`/money/${moneyMailRuApiVersion}/${name}`, ({ body: form }) => {
      const fail = (code: string) => answer({ status: 'ERROR', error: { code, message: '', error_id: 'E-1' } });
      const path = `${new URL(place.at).pathname.replace(/\/$/, '')}/money/${moneyMailRuApiVersion}/${name}`;
      if (!Value.Check(SignedEnvelope, form) || form.version !== moneyMailRuApiVersion) return fail('ERR_ARGUMENTS');
      if (!isSignedByMerchant(form, path)) return fail('ERR_SIGNATURE');
      const content = parseJson(Buffer.from(form.data, 'base64'));
      if (!Value.Check(Content, content) || !Value.Check(shape, content.body)) return fail('ERR_ARGUMENTS');
      const result = act(content.body);
      return typeof result === 'string' ? fail(result) : answer({ status: 'OK' }, result);
    });
  const find = ({ transaction_id: id, issuer_id: issuer }: Static<typeof Question>) =>
    id === undefined ? records.find(({ issuerId }) => issuerId === issuer) : records.get(id);
  const findRefund = (id: string | undefined) =>
    records
      .all()
      .flatMap((payment) => payment.refunds.map((refund) => ({ payment, refund })))
      .find(({ refund }) => refund.id === id);

  method('transaction/start', Start, ({ amount, issuer_id: issuerId, pay_method: payMethod, ...request }) => {
    const amountMinor = fromDecimal(amount, 'RUB') ?? 0;
    if (amountMinor < 100) return 'ERR_ARGUMENTS';
    if (records.find((each) => each.issuerId === issuerId && each.status !== 'new')) return 'ERR_DUPLICATE';
    const { description, user_info: user, notify } = request;
    const made = { issuerId, amountMinor, payMethod, description, userId: user.user_id, returnUrl: notify?.back_url };
    const payment = createSimulatedPayment(made, place.now());
    records.add(payment.id, payment);
    return { transaction_id: payment.id, action: 'redirect', action_param: { url: writePageUrl(payment) } };
  });
  method('transaction/get', Question, (question) => {
    const payment = find(question);
    if (payment) return buildPaymentObject(payment);
    const known = findRefund(question.transaction_id);
    return known ? buildRefundObject(known.payment, known.refund) : 'ERR_NOT_FOUND';
  });
  method('transaction/status', Question, (question) => {
    const known = find(question) ?? findRefund(question.transaction_id)?.refund;
    return known ? { status: known.status } : 'ERR_NOT_FOUND';
  });
  method(simulatedRefundMethod, Refund, ({ transaction_id: id, amount }) => {
    const payment = records.get(id);
    const amountMinor = fromDecimal(amount, 'RUB') ?? 0;
    if (!payment) return 'ERR_NOT_FOUND';
    if (payment.status !== 'paid' || amountMinor < 1 || amountMinor > getRefundableMinor(payment))
      return 'ERR_ARGUMENTS';
    const { refund, events } = createSimulatedRefund(payment, amountMinor, place.now());
    void send(events);
    return { transaction_id: refund.id };
  });
}

const Header = object({
  ts: Type.Integer({ minimum: 1 }),
  client_id: Type.Literal(Number(simulatedMerchant.merchantId)),
});
const Content = object({ body: Type.Unknown(), header: Header });
const amount = text(12, { pattern: '^\\d{1,8}\\.\\d{2}$' });
const address = text(2048, { pattern: '^https?://' });

const Start = object({
  currency: Type.Literal('RUB'),
  amount,
  pay_method: text(60, { minLength: 1 }),
  issuer_id: text(64, { minLength: 1 }),
  description: text(255, { minLength: 1 }),
  user_info: object({ user_id: text(200, { minLength: 1 }) }),
  notify: Type.Optional(object({ back_url: address, success_url: address, fail_url: address })),
});

const Question = object({
  transaction_id: Type.Optional(text(64, { minLength: 1 })),
  issuer_id: Type.Optional(text(64, { minLength: 1 })),
});

const Refund = object({ transaction_id: text(64, { minLength: 1 }), amount, currency: Type.Literal('RUB') });

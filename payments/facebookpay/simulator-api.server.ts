import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { fromDecimal } from '#kit/decimal-amount.ts';
import { createSimulatorApi, SimulatedVendorError, type SimulatorParams } from '#kit/simulator-api.server.ts';
import { simulatedFacebookApp } from '#kit/simulator-facebook.server.ts';
import type { SimulatorContext } from '../simulator-provider.server.ts';
import {
  getRefundableMinor,
  findCharge,
  buildPaymentObject,
  type SimulatedPayment,
} from './simulator-records.server.ts';
import type { FacebookSimulatorAction, FacebookEvent } from './simulator-records.server.ts';

export const { id: simulatedAppId, secret: simulatedAppSecret } = simulatedFacebookApp;

export function mountGraphApi(
  app: FastifyInstance,
  { records, place, act, send }: SimulatorContext<SimulatedPayment, FacebookEvent, FacebookSimulatorAction>,
): void {
  const api = createSimulatorApi(app);
  const find = (texts: SimulatorParams): SimulatedPayment => {
    check(texts);
    const payment = records.get(texts['id'] ?? '');
    if (payment) return payment;
    throw fail(100, `Unsupported request. Object with ID '${texts['id']}' does not exist`, 'GraphMethodException');
  };
  const path = '/:version(^v\\d+\\.\\d+$)/:id';
  api.get(path, ({ texts }) => {
    const whole = buildPaymentObject(find(texts), simulatedAppId);
    const asked = new Set(['id', ...(texts['fields'] ?? '').split(',')]);
    return Object.fromEntries(Object.entries(whole).filter(([name]) => asked.has(name)));
  });
  api.post(`${path}/refunds`, ({ texts }) => {
    const payment = find(texts);
    const { currency = '', amount = '', reason } = texts;
    const charge = findCharge(payment);
    const amountMinor = fromDecimal(amount, currency);
    if (reason !== undefined && !reasons.has(reason)) throw fail(100, '(#100) reason is not one of them');
    if (currency !== charge?.currency || !amountMinor || amountMinor > getRefundableMinor(payment))
      throw fail(100, '(#100) There is not so much to refund');
    const now = place.now();
    payment.actions.push({
      type: 'refund',
      status: 'completed',
      amountMinor,
      currency,
      createdAt: now,
      updatedAt: now,
    });
    void send([{ type: 'actions', id: payment.id }]);
    return { success: true };
  });
  api.post(`${path}/dispute`, ({ texts }) => {
    const payment = find(texts);
    if (!answers.has(texts['reason'] ?? '')) throw fail(100, '(#100) reason is not one of them');
    void act('win dispute', payment);
    return { success: true };
  });
}

const reasons = new Set(['CUSTOMER_SERVICE', 'FRIENDLY_FRAUD', 'MALICIOUS_FRAUD']);
const answers = new Set(['GRANTED_REPLACEMENT_ITEM', 'DENIED_REFUND', 'BANNED_USER']);

function check({ access_token: token = '', appsecret_proof: proof }: SimulatorParams): void {
  if (token !== `${simulatedAppId}|${simulatedAppSecret}`) throw fail(190, 'Invalid OAuth access token.');
  if (proof !== createHmac('sha256', simulatedAppSecret).update(token).digest('hex'))
    throw fail(100, 'Invalid appsecret_proof provided in the API argument', 'GraphMethodException');
}

const fail = (code: number, message: string, type = 'OAuthException'): SimulatedVendorError =>
  new SimulatedVendorError(400, { error: { message, type, code, fbtrace_id: 'AbCdEfGh' } });

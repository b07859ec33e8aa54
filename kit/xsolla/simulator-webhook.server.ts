import { createHash } from 'node:crypto';
import type { SimulatedWebhook } from '../simulator-webhooks.server.ts';
import { simulatedXsollaProject } from './simulator-api.server.ts';
import { readPriceMinor, toDecimalNumber, type XsollaEvent } from './simulator-records.server.ts';

export function buildXsollaWebhook({ type, token, transaction, at, code, partMinor }: XsollaEvent): SimulatedWebhook {
  const { currency, country, email } = token;
  const price = { currency, amount: toDecimalNumber(readPriceMinor(token), token) };
  const part = partMinor === undefined ? price : { currency, amount: toDecimalNumber(partMinor, token) };
  const common = { id: transaction?.id, external_id: token.externalId };
  const method = { payment_method: 1380, dry_run: token.isTest ? 1 : 0 };
  const date = { [type === 'payment' ? 'payment_date' : 'date']: writeDate(takeSecond(at)) };
  const contents = {
    user_validation: {},
    dispute: {
      action: 'adding',
      transaction: {
        ...common,
        total: price,
        date_create: writeDate(transaction?.createdAt ?? at),
        country_code: country,
      },
      dispute: { incoming_date: writeDate(at), reason: 'fraud', type: '1st_time_chargeback', status: 'new' },
    },
    money: {
      purchase: { checkout: price, total: price },
      transaction: { ...common, ...method, ...date },
      payment_details: { payment: part },
      ...(code !== undefined && { refund_details: { code, reason: reasons[code], author: 'simulation' } }),
      custom_parameters: token.customParameters,
    },
  };
  const body = JSON.stringify({
    notification_type: type,
    settings: { project_id: simulatedXsollaProject.projectId, merchant_id: simulatedXsollaProject.merchantId },
    user: { id: token.userId, country, ...(email !== undefined && { email }) },
    ...contents[type === 'user_validation' || type === 'dispute' ? type : 'money'],
  });
  const signature = createHash('sha1').update(body).update(simulatedXsollaProject.key).digest('hex');
  return { body, headers: { 'content-type': 'application/json', authorization: `Signature ${signature}` } };
}

const reasons: Readonly<Record<number, string>> = { 1: 'Cancellation by the game request', 2: 'Chargeback' };
const writeDate = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, '+00:00');

// Only the second distinguishes two partial refunds of one payment, so each webhook gets its own.
let lastMs = 0;
function takeSecond(at: Date): Date {
  lastMs = Math.max(at.getTime(), lastMs + 1000);
  return new Date(lastMs);
}

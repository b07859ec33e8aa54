// Notices of the simulated Xsolla: in its shapes, signed as it signs, sent one after the other. Those about money are sent again
// until they are taken or refused; whether a player exists is asked once.
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SimulatedWebhook } from '../simulator-port.server.ts';
import { decimalOf, priceMinorOf, type SimulatedToken, type Told } from './simulator-books.server.ts';

export interface Project {
  readonly projectId: number;
  readonly merchantId: number;
  readonly key: string;
}

export function noticeOf(told: Told, now: Date, project: Project): SimulatedWebhook {
  const { token, transaction, kind, code, partMinor } = told;
  const price = { currency: token.currency, amount: decimalOf(priceMinorOf(token), token) };
  if (kind === 'dispute')
    return signed(project, {
      ...headOf(kind, token, project),
      action: 'adding',
      transaction: {
        id: transaction.id,
        external_id: token.externalId,
        date_create: dateOf(transaction.createdAt),
        total: price,
        payment_method: 'credit_debit_card',
        country_code: token.country,
      },
      dispute: { incoming_date: dateOf(now), reason: 'fraud', type: '1st_time_chargeback', status: 'new' },
    });
  return signed(project, {
    ...headOf(kind, token, project),
    purchase: { checkout: price, total: price },
    transaction: {
      id: transaction.id,
      external_id: token.externalId,
      dry_run: token.isTest ? 1 : 0,
      [kind === 'payment' ? 'payment_date' : 'date']: dateOf(nextSecond(now)),
      payment_method: 1380,
    },
    payment_details: {
      payment: partMinor === undefined ? price : { currency: token.currency, amount: decimalOf(partMinor, token) },
    },
    ...(code !== undefined && { refund_details: { code, reason: reasons[code], author: 'simulation' } }),
    custom_parameters: token.customParameters,
  });
}

export const userNotice = (token: SimulatedToken, project: Project): SimulatedWebhook =>
  signed(project, headOf('user_validation', token, project));

/** Sends one, once: the status and what was said, or why there is none. */
export type Post = (notice: SimulatedWebhook) => Promise<string>;

export const isTaken = (end: string): boolean => /^20[014]\b/.test(end);

/** How each of them ended. */
export async function sendNotices(notices: readonly SimulatedWebhook[], post: Post): Promise<string[]> {
  const ends: string[] = [];
  for (const notice of notices) {
    let end = '';
    for (const pauseMs of pausesMs) {
      await wait(pauseMs, undefined, { ref: false });
      end = await post(notice);
      // 400 is a no; everything else may be one of our bad moments.
      if (isTaken(end) || end.startsWith('400')) break;
    }
    ends.push(end);
  }
  return ends;
}

// Xsolla tries up to twelve times in two days; here it is some seconds.
const pausesMs = [0, 300, 900, 2_000];

const headOf = (kind: string, token: SimulatedToken, { projectId, merchantId }: Project): object => ({
  notification_type: kind,
  settings: { project_id: projectId, merchant_id: merchantId },
  user: {
    id: token.userId,
    country: token.country,
    ...(token.email !== undefined && { email: token.email }),
  },
});

function signed({ key }: Project, content: object): SimulatedWebhook {
  const body = JSON.stringify(content);
  const signature = createHash('sha1').update(body).update(key).digest('hex');
  return { body, headers: { 'content-type': 'application/json', authorization: `Signature ${signature}` } };
}

const dateOf = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, '+00:00');

// Two parts of one payment that go back in one second are told apart by nothing else.
let lastMs = 0;
function nextSecond(now: Date): Date {
  lastMs = Math.max(now.getTime(), lastMs + 1000);
  return new Date(lastMs);
}

const reasons: Readonly<Record<number, string>> = { 1: 'Cancellation by the game request', 2: 'Chargeback' };

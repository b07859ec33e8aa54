import { randomBytes } from 'node:crypto';
import { fromDecimal, toDecimal } from '../decimal-amount.ts';

export interface NewSimulatedToken {
  readonly userId: string;
  readonly email: string | undefined;
  readonly country: string;
  readonly externalId: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly returnUrl: string | undefined;
  readonly isTest: boolean;
  readonly customParameters: unknown;
}

export interface SimulatedToken extends NewSimulatedToken {
  readonly token: string;
  readonly transactions: SimulatedTransaction[];
  delivery: 'none' | 'delivering' | 'done' | 'troubled';
}

export interface SimulatedTransaction {
  readonly id: number;
  readonly createdAt: Date;
  status: 'processing' | 'error' | 'done' | 'awaitingRefund' | 'refunded';
  partsMinor: number;
  isDisputed: boolean;
}

export interface XsollaEvent {
  readonly type: 'user_validation' | 'payment' | 'refund' | 'partial_refund' | 'dispute' | 'ps_declined';
  readonly token: SimulatedToken;
  readonly transaction?: SimulatedTransaction;
  readonly code?: number;
  readonly partMinor?: number;
  readonly at: Date;
}

export const createSimulatedToken = (request: NewSimulatedToken): SimulatedToken => ({
  ...request,
  token: randomBytes(24).toString('base64url'),
  transactions: [],
  delivery: 'none',
});

export const readPriceMinor = ({ amount, currency }: NewSimulatedToken): number => fromDecimal(amount, currency) ?? 0;
export const toDecimalNumber = (minor: number, { currency }: NewSimulatedToken): number =>
  Number(toDecimal(minor, currency));

export const findLastTransaction = ({ transactions }: SimulatedToken): SimulatedTransaction | undefined =>
  transactions.at(-1);

export type XsollaAction =
  | 'pay'
  | 'decline'
  | 'pay later'
  | 'expire'
  | 'refund'
  | 'refund half'
  | 'dispute'
  | 'lose dispute'
  | 'win dispute'
  | 'chargeback'
  | 'accept refund'
  | 'finish refund';

export function listXsollaActions(token: SimulatedToken): readonly XsollaAction[] {
  const last = findLastTransaction(token);
  if (!last || last.status === 'error') return ['pay', 'decline', 'pay later'];
  if (last.status === 'processing') return ['pay', 'decline'];
  if (last.status === 'awaitingRefund') return ['finish refund'];
  if (last.status === 'refunded') return [];
  const acts: XsollaAction[] = ['refund', 'accept refund', 'chargeback'];
  if (last.partsMinor < readPriceMinor(token)) acts.push('refund half');
  if (!last.isDisputed) acts.push('dispute');
  return acts;
}

export function performXsollaAction(act: XsollaAction, token: SimulatedToken, at: Date): readonly XsollaEvent[] {
  const last = findLastTransaction(token);
  const transaction = last && last.status !== 'error' ? last : addTransaction(token, at);
  const about = { token, transaction, at };
  switch (act) {
    case 'pay':
      transaction.status = 'done';
      return [{ type: 'payment', ...about }];
    case 'decline':
      transaction.status = 'error';
      return [{ type: 'ps_declined', ...about }];
    case 'accept refund':
      transaction.status = 'awaitingRefund';
      return [];
    case 'refund':
    case 'finish refund':
    case 'chargeback':
      transaction.status = 'refunded';
      return [{ type: 'refund', ...about, code: act === 'chargeback' ? 2 : 1 }];
    case 'refund half': {
      const priceMinor = readPriceMinor(token);
      const partMinor = Math.min(Math.floor(priceMinor / 2), priceMinor - transaction.partsMinor);
      transaction.partsMinor += partMinor;
      return [{ type: 'partial_refund', ...about, code: 1, partMinor }];
    }
    case 'dispute':
      transaction.isDisputed = true;
      return [{ type: 'dispute', ...about }];
    // `pay later` is an invoice paid in a shop: no webhook. How Xsolla reports the others is unknown: see the README.
    case 'pay later':
    case 'expire':
    case 'lose dispute':
    case 'win dispute':
      return [];
  }
}

export function computeChargedAndReturned(token: SimulatedToken): {
  readonly chargedMinor: number;
  readonly returnedMinor: number;
} {
  const priceMinor = readPriceMinor(token);
  const charged = token.transactions.filter(({ status }) => status !== 'processing' && status !== 'error');
  return {
    chargedMinor: charged.length * priceMinor,
    returnedMinor: charged.reduce(
      (sum, { status, partsMinor }) => sum + (status === 'refunded' ? priceMinor : partsMinor),
      0,
    ),
  };
}

let lastId = 900_000;

function addTransaction({ transactions }: SimulatedToken, createdAt: Date): SimulatedTransaction {
  lastId += 1;
  const made: SimulatedTransaction = { id: lastId, createdAt, status: 'processing', partsMinor: 0, isDisputed: false };
  transactions.push(made);
  return made;
}

// What the simulated Xsolla knows: tokens, and the transactions that were made with them. Nothing here speaks HTTP.
import { randomBytes } from 'node:crypto';
import type { SimulatedAct } from '../simulator-port.server.ts';
import { fromDecimal, toDecimal } from '#kit/decimal-amount.ts';

export interface NewToken {
  readonly userId: string;
  readonly email: string | undefined;
  readonly country: string;
  readonly externalId: string;
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly returnUrl: string | undefined;
  /** Xsolla calls it a dry run. */
  readonly isTest: boolean;
  readonly customParameters: unknown;
}

export interface SimulatedToken extends NewToken {
  readonly token: string;
  readonly createdAt: Date;
  readonly transactions: SimulatedTransaction[];
}

export interface SimulatedTransaction {
  readonly id: number;
  readonly createdAt: Date;
  status: 'processing' | 'error' | 'done' | 'awaitingRefund' | 'refunded';
  /** What went back in parts. */
  partsMinor: number;
  isDisputed: boolean;
}

/** Those of the port, and what only Xsolla has. */
export type XsollaAct = SimulatedAct['name'] | 'chargeback' | 'accept refund' | 'finish refund';

/** Something that a notice is sent about. */
export interface Told {
  readonly kind: 'payment' | 'refund' | 'partial_refund' | 'dispute' | 'ps_declined';
  readonly token: SimulatedToken;
  readonly transaction: SimulatedTransaction;
  readonly code?: number;
  readonly partMinor?: number;
}

export interface Books {
  readonly tokens: ReadonlyMap<string, SimulatedToken>;
  add(token: NewToken): SimulatedToken;
  ofAttempt(attemptId: string): SimulatedToken | undefined;
  ofTransaction(id: string): { token: SimulatedToken; transaction: SimulatedTransaction } | undefined;
}

export function createBooks(now: () => Date): Books {
  const tokens = new Map<string, SimulatedToken>();
  return {
    tokens,
    add(given) {
      const token = { ...given, token: randomBytes(24).toString('base64url'), createdAt: now(), transactions: [] };
      // The oldest makes room.
      for (const oldest of tokens.keys()) if (tokens.size >= mostTokens) tokens.delete(oldest);
      tokens.set(token.token, token);
      return token;
    },
    ofAttempt: (attemptId) => [...tokens.values()].findLast(({ externalId }) => externalId === attemptId),
    ofTransaction(id) {
      for (const token of tokens.values())
        for (const transaction of token.transactions) if (String(transaction.id) === id) return { token, transaction };
      return undefined;
    },
  };
}

const mostTokens = 1000;
let lastId = 900_000;

export const priceMinorOf = ({ amount, currency }: NewToken): number => fromDecimal(amount, currency) ?? 0;
export const decimalOf = (minor: number, { currency }: NewToken): number => Number(toDecimal(minor, currency));

/** The last one: the one that the buyer is busy with, or was charged for. */
export const lastOf = ({ transactions }: SimulatedToken): SimulatedTransaction | undefined => transactions.at(-1);

/** What can happen next, and how a button calls it. */
export function actsFor(token: SimulatedToken): readonly { readonly name: XsollaAct; readonly title: string }[] {
  const last = lastOf(token);
  if (!last || last.status === 'error') return titled(['pay', 'decline', 'pay later']);
  if (last.status === 'processing') return titled(['pay', 'decline']);
  if (last.status === 'awaitingRefund') return titled(['finish refund']);
  if (last.status === 'refunded') return [];
  return titled([
    'refund',
    'accept refund',
    ...(last.partsMinor < priceMinorOf(token) ? (['refund half'] as const) : []),
    ...(last.isDisputed ? [] : (['dispute'] as const)),
    'chargeback',
  ]);
}

/** Does it, where it can be done, and gives what Xsolla tells about it. */
export function doAct(act: XsollaAct, token: SimulatedToken, now: Date): Told[] {
  if (!actsFor(token).some(({ name }) => name === act)) return [];
  const last = lastOf(token);
  const isBegun = last !== undefined && last.status !== 'error';
  const transaction = isBegun ? last : newTransaction(token, now);
  const told = { token, transaction };
  switch (act) {
    case 'pay':
      transaction.status = 'done';
      return [{ kind: 'payment', ...told }];
    case 'decline':
      transaction.status = 'error';
      return [{ kind: 'ps_declined', ...told }];
    // An invoice that is paid in a shop: nobody is told of it.
    case 'pay later':
      return [];
    case 'accept refund':
      transaction.status = 'awaitingRefund';
      return [];
    case 'refund':
    case 'finish refund':
      transaction.status = 'refunded';
      return [{ kind: 'refund', ...told, code: 1 }];
    case 'chargeback':
      transaction.status = 'refunded';
      return [{ kind: 'refund', ...told, code: 2 }];
    case 'refund half': {
      const priceMinor = priceMinorOf(token);
      const partMinor = Math.min(Math.floor(priceMinor / 2), priceMinor - transaction.partsMinor);
      transaction.partsMinor += partMinor;
      return [{ kind: 'partial_refund', ...told, code: 1, partMinor }];
    }
    case 'dispute':
      transaction.isDisputed = true;
      return [{ kind: 'dispute', ...told }];
    // Nothing of it is told: see the README.
    case 'expire':
    case 'lose dispute':
    case 'win dispute':
      return [];
  }
}

function newTransaction(token: SimulatedToken, createdAt: Date): SimulatedTransaction {
  lastId += 1;
  const made: SimulatedTransaction = { id: lastId, createdAt, status: 'processing', partsMinor: 0, isDisputed: false };
  token.transactions.push(made);
  return made;
}

const titles: Readonly<Record<XsollaAct, string>> = {
  pay: 'Pay',
  decline: 'Decline',
  'pay later': 'Take an invoice',
  expire: 'Expire',
  refund: 'Refund',
  'refund half': 'Refund half',
  'accept refund': 'Take a refund on',
  'finish refund': 'The refund arrives',
  dispute: 'Dispute',
  'lose dispute': 'The shop loses',
  'win dispute': 'The shop wins',
  chargeback: 'Chargeback',
};

const titled = (names: readonly XsollaAct[]) => names.map((name) => ({ name, title: titles[name] }));

// Requests a refund: for an operator, for a purchase that can't be delivered, or for a player within a game's rule.
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { lockOrder, type LockedOrder } from '../payment-events/recompute-order.ts';
import {
  computeRefundableOfAttempt,
  computeRefundableOfCharge,
  sumAmounts,
  type LedgerEntry,
} from './refundable-amount.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { insertRefund } from './issue-refunds.ts';

export type RequestRefundResult =
  | {
      readonly outcome: 'requested';
      readonly refundId: string;
      readonly amountMinor: number;
      readonly currency: string;
    }
  | { readonly outcome: 'unknown-order' }
  /** Nothing was paid, or everything is refunded or pending. */
  | { readonly outcome: 'nothing-to-refund' }
  /** The provider refunds only whole payments; `remedy` says where to refund a part. */
  | { readonly outcome: 'full-refund-only'; readonly provider: string; readonly remedy: string };

/**
 * Refunds what is left of a charge, or a part of it: first a charge whose refund was due and refused, otherwise the
 * oldest one with something left.
 */
export function requestRefund(
  deps: RequestDeps & Pick<OrdersDeps, 'database'>,
  orderId: string,
  request: OrderRefundRequest,
): Promise<RequestRefundResult> {
  return deps.database.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId);
    return order ? requestRefundOfLockedOrder(trx, deps, order, request) : { outcome: 'unknown-order' };
  });
}

export interface OrderRefundRequest {
  readonly reason: 'operator' | 'undeliverable' | 'player';
  readonly amountMinor?: number;
  /** Only this charge, so that exactly what a person confirmed is refunded. */
  readonly charge?: Pick<PlannedRefund, 'attemptId' | 'transactionId'>;
  readonly refundId?: string;
}

type RequestDeps = Pick<OrdersDeps, 'providers' | 'sendRefund'>;

export async function requestRefundOfLockedOrder(
  trx: Transaction<Tables>,
  { providers, sendRefund }: RequestDeps,
  order: LockedOrder,
  request: OrderRefundRequest,
): Promise<RequestRefundResult> {
  const planned = await planRefund(trx, { providers }, order.order_id, request);
  if (planned.outcome !== 'planned') return planned;
  const { attemptId, transactionId, amountMinor } = planned;
  const { reason, refundId: id } = request;
  const asked = { attemptId, transactionId, amountMinor, reason, refundId: id };
  const refundId = await insertRefund(trx, order, asked, sendRefund);
  return { outcome: 'requested', refundId, amountMinor, currency: order.currency };
}

export interface PlannedRefund {
  readonly outcome: 'planned';
  readonly attemptId: string;
  readonly transactionId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly provider: string;
}

export async function planRefund(
  db: Kysely<Tables>,
  { providers }: Pick<OrdersDeps, 'providers'>,
  orderId: string,
  request: Pick<OrderRefundRequest, 'amountMinor' | 'charge'>,
): Promise<PlannedRefund | Extract<RequestRefundResult, { outcome: 'nothing-to-refund' | 'full-refund-only' }>> {
  const ledger = await db.selectFrom('ledger').selectAll().where('order_id', '=', orderId).execute();
  const refunds = await db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute();
  const [charge] = ledger
    .filter(({ kind }) => kind === 'charged')
    .filter(
      ({ attempt_id, transaction_id }) =>
        !request.charge || (attempt_id === request.charge.attemptId && transaction_id === request.charge.transactionId),
    )
    .map((each) => ({ ...each, ...describeCharge(each, ledger, refunds) }))
    .filter(({ leftMinor }) => leftMinor > 0)
    .toSorted((a, b) => Number(b.isOwed) - Number(a.isOwed) || a.created_at.getTime() - b.created_at.getTime());
  if (!charge) return { outcome: 'nothing-to-refund' };
  const { attempt_id: attemptId, transaction_id: transactionId, currency } = charge;
  const amountMinor = Math.min(charge.leftMinor, request.amountMinor ?? charge.leftMinor);
  const provider = providers.find(({ folder }) => folder === charge.provider);
  if (provider?.adapter.fullRefundsOnly && amountMinor < charge.amount_minor)
    return { outcome: 'full-refund-only', provider: provider.manifest.title, ...provider.adapter.fullRefundsOnly };
  const title = provider?.manifest.title ?? charge.provider;
  return { outcome: 'planned', attemptId, transactionId, amountMinor, currency, provider: title };
}

type RefundRow = Selectable<Tables['refunds']>;

function describeCharge(charge: LedgerEntry, ledger: readonly LedgerEntry[], refunds: readonly RefundRow[]) {
  const { attempt_id: attemptId, transaction_id: chargeId } = charge;
  const asked = refunds.filter(({ attempt_id }) => attempt_id === attemptId);
  const underWay = asked.filter(({ state }) => state === 'requested' || state === 'sent');
  const underWayOfThis = underWay.filter(({ transaction_id }) => transaction_id === chargeId);
  return {
    leftMinor: Math.min(
      computeRefundableOfCharge(charge, ledger) - sumAmounts(underWayOfThis),
      computeRefundableOfAttempt(attemptId, ledger) - sumAmounts(underWay),
    ),
    isOwed: asked.some(
      ({ transaction_id, reason, state }) =>
        transaction_id === chargeId && state === 'refused' && (reason === 'overpayment' || reason === 'undone'),
    ),
  };
}

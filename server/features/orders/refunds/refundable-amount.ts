// How much of a charge has not been refunded, by the ledger.
import type { LedgerEntryType } from '#server/db/money-tables.ts';

export interface LedgerEntry {
  readonly attempt_id: string;
  readonly transaction_id: string;
  readonly kind: LedgerEntryType;
  readonly amount_minor: number;
  readonly charge_id: string | null;
}

/** A refund that names no charge may be from any charge of its attempt. */
export function computeRefundableOfCharge(charge: LedgerEntry, ledger: readonly LedgerEntry[]): number {
  const { attempt_id: attemptId, transaction_id: chargeId, amount_minor: amountMinor } = charge;
  const goneOfThis = sumAmounts(goneOf(attemptId, ledger).filter(({ charge_id }) => charge_id === chargeId));
  return Math.max(0, Math.min(amountMinor - goneOfThis, computeRefundableOfAttempt(attemptId, ledger)));
}

export function computeRefundableOfAttempt(attemptId: string, ledger: readonly LedgerEntry[]): number {
  const charged = ledger.filter(({ kind, attempt_id }) => kind === 'charged' && attempt_id === attemptId);
  return sumAmounts(charged) - sumAmounts(goneOf(attemptId, ledger));
}

export const sumAmounts = (rows: readonly { readonly amount_minor: number }[]): number =>
  rows.reduce((total, { amount_minor: amountMinor }) => total + amountMinor, 0);

/** The money of a failed refund came back to us, so it doesn't count. */
function goneOf(attemptId: string, ledger: readonly LedgerEntry[]): LedgerEntry[] {
  const own = ledger.filter(({ attempt_id }) => attempt_id === attemptId);
  const failed = new Set(own.filter(({ kind }) => kind === 'refund-failed').map(idOf));
  return own.filter(
    (entry) => entry.kind === 'dispute-lost' || (entry.kind === 'refunded' && !failed.has(idOf(entry))),
  );
}

const idOf = ({ transaction_id: id }: LedgerEntry): string => id;

// Any permutation and repetition of the same events gives one order, and further events never make it worse.
import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  property,
  record,
  shuffledSubarray,
  uniqueArray,
} from 'fast-check';
import { expect, test } from 'vitest';
import {
  deriveStatusAndRefundsDue,
  type AttemptSnapshot,
  type LedgerRecord,
  type OrderSnapshot,
} from './derive-order.ts';

const priceMinor = 100;
const attemptIds = ['a', 'b', 'c'] as const;

const attempts = shuffledSubarray([...attemptIds], { minLength: 1 }).chain((ids) =>
  array(constantFrom('creating', 'open', 'failed', 'expired'), { minLength: 3, maxLength: 3 }).map((states) =>
    ids.map((attemptId, at): AttemptSnapshot => ({
      attemptId,
      number: attemptIds.indexOf(attemptId as 'a') + 1,
      state: states[at] ?? 'open',
    })),
  ),
);

const ledger = uniqueArray(
  record({
    attemptId: constantFrom(...attemptIds),
    transactionId: integer({ min: 1, max: 20 }).map(String),
    kind: constantFrom('charged', 'refunded', 'refund-failed', 'disputed', 'dispute-lost', 'dispute-won'),
    part: constantFrom(1, 0.5),
    isOverpayment: boolean(),
  }),
  { maxLength: 12, selector: ({ transactionId, kind }) => `${transactionId} ${kind}` },
).map((entries) =>
  entries.map(({ part, ...entry }): LedgerRecord => ({
    ...entry,
    amountMinor: entry.kind === 'charged' ? priceMinor : priceMinor * part,
    isOverpayment: entry.kind === 'refunded' && entry.isOverpayment,
  })),
);

const facts = record({ isExpired: boolean(), isAcknowledged: boolean(), attempts, ledger }).map(
  (made): OrderSnapshot => ({
    ...made,
    ledger: made.ledger.filter(({ attemptId }) => made.attempts.some((each) => each.attemptId === attemptId)),
  }),
);

test('the sequence of the events does not matter', () => {
  const shuffled = facts.chain((given) =>
    record({
      given: record({ isExpired: boolean() }).map(() => given),
      ledger: shuffledSubarray([...given.ledger], { minLength: given.ledger.length }),
      attempts: shuffledSubarray([...given.attempts], { minLength: given.attempts.length }),
    }),
  );
  assert(
    property(shuffled, ({ given, ...other }) => {
      expect(deriveStatusAndRefundsDue({ ...given, ...other })).toEqual(deriveStatusAndRefundsDue(given));
    }),
    { numRuns: 2000 },
  );
});

test('a gift counts as paid and is never refunded', () => {
  const attempt = { attemptId: 'a', number: 1, state: 'open' } as const;
  const charge = { attemptId: 'a', transactionId: '1', kind: 'charged', amountMinor: 0, isOverpayment: false } as const;
  const given = { isExpired: false, isAcknowledged: false, attempts: [attempt], ledger: [charge] };
  expect(deriveStatusAndRefundsDue(given)).toEqual({ status: 'PayedWaitingForSending', refundsDue: [] });
  expect(deriveStatusAndRefundsDue({ ...given, isAcknowledged: true }).status).toBe('Completed');
});

test('an undone order stays undone, whatever is reported later', () => {
  assert(
    property(facts, ledger, (given, more) => {
      if (deriveStatusAndRefundsDue(given).status !== 'CancelledPaid') return;
      const known = new Set(given.ledger.map(({ transactionId, kind }) => `${transactionId} ${kind}`));
      const added = more.filter(
        ({ attemptId, transactionId, kind }) =>
          !known.has(`${transactionId} ${kind}`) && given.attempts.some((each) => each.attemptId === attemptId),
      );
      expect(deriveStatusAndRefundsDue({ ...given, ledger: [...given.ledger, ...added] }).status).toBe('CancelledPaid');
    }),
    { numRuns: 4000 },
  );
});

test('never more is refunded than was charged, per charge and in total', () => {
  assert(
    property(facts, (given) => {
      const { refundsDue } = deriveStatusAndRefundsDue(given);
      for (const { attemptId, transactionId, amountMinor } of refundsDue) {
        const charge = given.ledger.find((entry) => entry.kind === 'charged' && entry.transactionId === transactionId);
        expect(charge?.attemptId).toBe(attemptId);
        expect(amountMinor).toBeGreaterThan(0);
        expect(amountMinor).toBeLessThanOrEqual(charge?.amountMinor ?? 0);
      }
      for (const { attemptId } of given.attempts) {
        const of = (kinds: readonly string[]) =>
          given.ledger
            .filter((entry) => entry.attemptId === attemptId && kinds.includes(entry.kind))
            .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
        const asked = refundsDue
          .filter((each) => each.attemptId === attemptId)
          .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
        if (asked > 0) expect(asked + of(['refunded', 'dispute-lost'])).toBeLessThanOrEqual(of(['charged']));
      }
    }),
    { numRuns: 4000 },
  );
});

test('paid means charged; completed means acknowledged; without a charge nothing is paid', () => {
  assert(
    property(facts, (given) => {
      const { status, refundsDue } = deriveStatusAndRefundsDue(given);
      const isCharged = given.ledger.some(({ kind }) => kind === 'charged');
      expect(['PayedWaitingForSending', 'Completed', 'CancelledPaid'].includes(status)).toBe(isCharged);
      if (status === 'Completed') expect(given.isAcknowledged).toBe(true);
      if (!isCharged) expect(refundsDue).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

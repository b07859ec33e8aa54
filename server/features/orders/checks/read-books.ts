// What a provider's own books say about an attempt, as facts. Nobody's word is needed for it: webhooks may be lost, hints may lie, and
// an order ends right all the same. Nothing is settled here.
import { sql } from 'kysely';
import type { PaymentFact } from '#model/payment-fact.ts';
import { openAttempt } from '../attempts/open-attempt.ts';
import type { AttemptRow } from '../order-rows.ts';
import type { OrdersDeps } from '../orders-deps.ts';
import { requireAccount, requireProvider } from '../providers/provider-account.ts';

export interface Books {
  /** The folder of the provider. */
  readonly provider: string;
  readonly facts: readonly PaymentFact[];
}

/** `cancel`: what is open is closed first, as far as the provider lets one. Throws when the books cannot be read. */
export async function readBooks(
  deps: OrdersDeps,
  attemptId: string,
  { cancel = false } = {},
): Promise<Books | undefined> {
  const found = await readAttempt(deps, attemptId);
  return found && readFacts(deps, found, cancel);
}

export interface FoundAttempt {
  readonly attempt: AttemptRow;
  readonly game: string;
  readonly orderExpiresAt: Date;
  readonly isCharged: boolean;
}

/** Undefined: there is no such attempt. */
export async function readAttempt(
  { database: { kysely } }: OrdersDeps,
  attemptId: string,
): Promise<FoundAttempt | undefined> {
  const row = await kysely
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.order_id', 'payment_attempts.order_id')
    .selectAll('payment_attempts')
    .select(['orders.game', 'orders.expires_at as order_expires_at'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('ledger')
            .select('ledger.kind')
            .whereRef('ledger.attempt_id', '=', 'payment_attempts.attempt_id')
            .where('ledger.kind', '=', 'charged'),
        )
        .as('is_charged'),
    )
    .where('payment_attempts.attempt_id', '=', attemptId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { game, order_expires_at: orderExpiresAt, is_charged: isCharged, ...attempt } = row;
  return { attempt, game, orderExpiresAt, isCharged: Boolean(isCharged) };
}

async function readFacts(
  deps: OrdersDeps,
  { attempt, game, orderExpiresAt }: FoundAttempt,
  cancel: boolean,
): Promise<Books | undefined> {
  const { provider: folder } = attempt;
  const { readsByName } = requireProvider(deps, folder).half;
  const isLate = orderExpiresAt <= deps.now();
  // The answer to opening it was lost: the same is asked again, while it can still be paid, or where nothing else tells whether it
  // is there. What nobody is to pay any more is closed.
  if (attempt.state === 'creating' && (!isLate || readsByName)) {
    await openAttempt(deps, attempt);
    const opened = await readAttempt(deps, attempt.attempt_id);
    return opened?.attempt.state === 'open' ? readFacts(deps, opened, cancel || isLate) : undefined;
  }
  // It has ended without a name there: nobody was ever given a way to pay it.
  if (attempt.provider_payment_id === null && readsByName) return undefined;
  const account = await requireAccount(deps, folder, game);
  if (cancel && attempt.state === 'open') {
    try {
      await account.cancelPayment(attempt);
    } catch (error) {
      deps.log.warn({ err: error, provider: folder }, 'A payment could not be closed; it ends by itself.');
    }
  }
  const { facts, isOver } = await account.readPayment(attempt);
  await deps.database.kysely
    .updateTable('payment_attempts')
    .set({ checked_at: deps.now(), checks: sql<number>`checks + 1` })
    .where('attempt_id', '=', attempt.attempt_id)
    .execute();
  if (!isOver || facts.some(({ kind }) => kind === 'paid')) return { provider: folder, facts };
  const { attempt_id: attemptId } = attempt;
  const over = { kind: 'expired', dedupKey: `over ${attemptId}`, attemptId, isTest: false } as const;
  return { provider: folder, facts: [...facts, over] };
}

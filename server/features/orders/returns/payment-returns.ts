// Records that a buyer has come back from a provider's page, for payments that are charged only then. The address is
// known to the buyer and the provider; it names the attempt, because an order may have several. Opening it charges
// nothing by itself: the provider's records must also say that the buyer approved.
import type { FastifyInstance } from 'fastify';
import { Problem } from '#model/problem.ts';
import type { HeaderPolicy } from '#server/http/headers.ts';
import { redirectSafely } from '#server/http/safe-redirect.ts';
import type { OrdersDeps } from '../orders-deps.ts';

const paymentReturnsPath = 'payments/returned';

export const buildRecordedReturnUrl = (portalUrl: string, attemptId: string): string =>
  `${portalUrl}${paymentReturnsPath}/${attemptId}`;

export interface PaymentReturnsDeps extends Pick<OrdersDeps, 'database' | 'returnAddress' | 'sendCheck' | 'now'> {
  readonly policy: HeaderPolicy;
}

export function mountPaymentReturns(app: FastifyInstance, deps: PaymentReturnsDeps): void {
  const headers = { ...deps.policy.of('api'), 'cache-control': 'no-store' };
  const { origin } = new URL(deps.returnAddress);
  app.get<{ Params: { attemptId: string } }>(`/${paymentReturnsPath}/:attemptId`, async ({ params }, reply) => {
    const orderId = await recordReturn(deps, params.attemptId.toLowerCase());
    if (orderId === undefined) throw new Problem('NotFound', 'There is no such payment.');
    return redirectSafely(reply.headers(headers), deps.returnAddress + orderId, [origin]);
  });
}

/** Returns the order's id. Only the first return of an open attempt is recorded. */
async function recordReturn(
  { database, sendCheck, now }: PaymentReturnsDeps,
  attemptId: string,
): Promise<string | undefined> {
  if (!uuidShape.test(attemptId)) return undefined;
  const found = await database.kysely
    .selectFrom('payment_attempts')
    .select(['order_id', 'awaits_return'])
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
  if (!found || found.awaits_return === null) return undefined;
  if (found.awaits_return)
    await database.transaction(async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('payment_attempts')
        .set({ awaits_return: false, checked_at: now() })
        .where('attempt_id', '=', attemptId)
        .where('state', '=', 'open')
        .where('awaits_return', '=', true)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await sendCheck(trx, { attemptId }, { key: `${attemptId} returned` });
    });
  return found.order_id;
}

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

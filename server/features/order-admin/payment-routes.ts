// Operators' calls about disputes and reconciliation.
import { Problem } from '#model/problem.ts';
import type { OrdersDeps } from '#server/features/orders/orders-deps.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { describeUnmatchedEvent } from './describe-operator-order.ts';
import { defaultPageLimit, type Page } from './page.ts';
import { readDisputes } from './read-disputes.ts';
import { readDiscrepancies, readDiscrepancyDays, readUnmatchedEvents } from './read-reconciliation.ts';

export function createOperatorPaymentRoutes(orders: OrdersDeps): AreaHandlers<'operatorPayments'> {
  const { database, now } = orders;
  const { kysely } = database;
  return {
    disputes: async ({ query }) => {
      const { disputes, next } = await readDisputes(kysely, query.State, readPage(query));
      return { Disputes: disputes, ...(next !== undefined && { Next: next }) };
    },
    discrepancyDays: async ({ query: { Days = 30 } }) => {
      const days = await readDiscrepancyDays(kysely, new Date(now().getTime() - Days * dayMs));
      return {
        Days: days.map(({ day, provider, found, appliedLate }) => ({
          Day: day,
          Provider: provider,
          Found: found,
          AppliedLate: appliedLate,
        })),
      };
    },
    discrepancies: async ({ query }) => {
      const filter = { provider: query.Provider, day: requireDay(query.Day) };
      const { discrepancies, next } = await readDiscrepancies(kysely, filter, readPage(query));
      return { Discrepancies: discrepancies, ...(next !== undefined && { Next: next }) };
    },
    unmatchedEvents: async ({ query }) => {
      const { events, next } = await readUnmatchedEvents(kysely, readPage(query));
      return { Events: events.map(describeUnmatchedEvent), ...(next !== undefined && { Next: next }) };
    },
    retryUnmatched: async ({ body: { Provider, Account = '', EventId, Reason }, audit }) => {
      const id = { provider: Provider, account: Account, dedupKey: EventId };
      await database.transaction(async (trx) => {
        const event = await trx
          .selectFrom('payment_events')
          .select('dedup_key')
          .where('provider', '=', Provider)
          .where('account', '=', Account)
          .where('dedup_key', '=', EventId)
          .where('order_id', 'is', null)
          .executeTakeFirst();
        if (!event) throw new Problem('NotFound', 'There is no such event without an order.');
        await orders.sendUnmatchedEvent(trx, id);
        await audit.change(trx, {
          object: { kind: 'payment-event', id: EventId, ...(Account !== '' && { game: Account }) },
          after: { Provider, Retried: true },
          reason: Reason,
        });
      });
      return { Success: true };
    },
  };
}

const dayMs = 24 * 3_600_000;

const readPage = ({
  Before,
  Limit = defaultPageLimit,
}: {
  readonly Before?: string;
  readonly Limit?: number;
}): Page => ({
  before: Before,
  limit: Limit,
});

function requireDay(day: string | undefined): string | undefined {
  if (day === undefined || !Number.isNaN(Date.parse(`${day}T00:00:00Z`))) return day;
  const message = 'must be a day such as 2026-11-18';
  throw new Problem('InvalidRequest', `Day ${message}`, { fields: { Day: message } });
}

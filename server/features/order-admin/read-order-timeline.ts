// One timeline of an order: its own events, failed attempts to deliver it, discrepancies, and what operators did.
import type { Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { OrderDelivery, OrderStoryEvent, PaymentDiscrepancy } from '#contract/console/orders.ts';
import type { Tables } from '#server/db/tables.ts';

type Entry = Static<typeof OrderStoryEvent>;

export async function readOrderTimeline(
  db: Kysely<Tables>,
  orderId: string,
  {
    deliveries,
    discrepancies,
  }: {
    readonly deliveries: readonly Static<typeof OrderDelivery>[];
    readonly discrepancies: readonly Static<typeof PaymentDiscrepancy>[];
  },
): Promise<Entry[]> {
  const events = await db
    .selectFrom('order_events')
    .select(['at', 'kind', 'detail'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .limit(maxEntries)
    .execute();
  const actions = await readActions(db, [
    { kind: 'order', id: orderId },
    ...deliveries.map(({ DeliveryId }) => ({ kind: 'delivery', id: DeliveryId })),
  ]);
  const entries: Entry[] = [
    ...events.map(({ at, kind, detail }) => ({
      At: at.toISOString(),
      Source: 'Order' as const,
      Kind: kind,
      Detail: toTexts(detail),
    })),
    // Of deliveries, the order's own events have the rest.
    ...deliveries.flatMap(({ DeliveryId, Attempts }) =>
      Attempts.flatMap(({ StartedAt, Number, Response }) =>
        Response === undefined
          ? []
          : [
              {
                At: StartedAt,
                Source: 'Delivery' as const,
                Kind: 'response',
                Detail: toTexts({ DeliveryId, Attempt: Number, Response }),
              },
            ],
      ),
    ),
    ...discrepancies.map(({ FoundAt, Kind, Provider, TransactionId, Detail }) => ({
      At: FoundAt,
      Source: 'Discrepancy' as const,
      Kind,
      Detail: toTexts({ Provider, TransactionId, ...(Detail !== undefined && { Detail }) }),
    })),
    ...actions,
  ];
  return entries.toSorted((a, b) => a.At.localeCompare(b.At));
}

async function readActions(
  db: Kysely<Tables>,
  objects: readonly { readonly kind: string; readonly id: string }[],
): Promise<Entry[]> {
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'action', 'actor_name', 'reason', 'after'])
    .where((eb) =>
      eb.or(objects.map(({ kind, id }) => eb.and([eb('object_kind', '=', kind), eb('object_id', '=', id)]))),
    )
    // Reading the story is recorded too, and would hide the rest of it.
    .where('action', '<>', 'operatorOrders.story')
    .orderBy('entry_id')
    .limit(maxEntries)
    .execute();
  return rows.map(({ at, action, actor_name, reason, after }) => ({
    At: at.toISOString(),
    Source: 'Operator' as const,
    Kind: action,
    Detail: toTexts({
      Operator: actor_name,
      ...(reason !== null && { Reason: reason }),
      ...after,
    }),
  }));
}

const maxEntries = 500;

function toTexts(detail: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [
      name.slice(0, 40),
      (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 1000),
    ]),
  );
}

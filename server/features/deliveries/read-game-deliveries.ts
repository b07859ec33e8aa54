// A game's deliveries for operators and its studio, newest first.
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Static } from 'typebox';
import type { DeliveryStateName } from '#contract/console/orders.ts';
import type { GameDelivery, operatorWebhookRoutes } from '#contract/console/webhooks.ts';
import type { ReplyOfRoute } from '#model/route.ts';
import type { Tables } from '#server/db/tables.ts';
import { describeDeliveryAttempt } from './describe-delivery.ts';

type Delivery = Static<typeof GameDelivery>;

export interface GameDeliveriesQuery {
  readonly game: string;
  readonly state: Static<typeof DeliveryStateName> | undefined;
  readonly before: string | undefined;
  readonly limit: number;
}

export async function readGameDeliveries(
  db: Kysely<Tables>,
  { game, state, before, limit }: GameDeliveriesQuery,
): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('game', '=', game)
    .$if(state !== undefined, (query) => query.where(sql<boolean>`state = ${sql.lit(state ?? '')}`))
    .$if(before !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, delivery_id) < (
          select last.created_at, last.delivery_id from deliveries last
          where last.delivery_id = ${before} and last.game = ${game})`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('delivery_id', 'desc')
    .limit(limit)
    .execute();
  const last = await readLastAttempts(
    db,
    rows.map(({ delivery_id }) => delivery_id),
  );
  return rows.map((row) => describeGameDelivery(row, last.get(row.delivery_id)));
}

export async function readGameDelivery(
  db: Kysely<Tables>,
  game: string,
  deliveryId: string,
): Promise<ReplyOfRoute<typeof operatorWebhookRoutes.delivery> | undefined> {
  const row = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .where('game', '=', game)
    .executeTakeFirst();
  if (!row) return undefined;
  const attempts = await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('number', 'desc')
    .limit(100)
    .execute();
  const { account_id: _, ...data } = row.payload.data;
  return {
    Delivery: describeGameDelivery(row, attempts[0]),
    Payload: { ...row.payload, data },
    Attempts: attempts.map(describeDeliveryAttempt),
  };
}

/** Counted by an index that holds only these. */
export async function countWaitingDeliveries(
  db: Kysely<Tables>,
  game: string,
): Promise<{ readonly pending: number; readonly dead: number }> {
  const { rows } = await sql<{ pending: number; dead: number }>`
    select (count(*) filter (where state = 'pending'))::int as pending, (count(*) filter (where state = 'dead'))::int as dead
    from deliveries where game = ${game} and state in ('pending', 'dead')`.execute(db);
  return rows[0] ?? { pending: 0, dead: 0 };
}

type AttemptRow = Selectable<Tables['delivery_attempts']>;

async function readLastAttempts(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, AttemptRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('delivery_attempts')
    .selectAll()
    .distinctOn('delivery_id')
    .where('delivery_id', 'in', ids)
    .orderBy('delivery_id')
    .orderBy('number', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.delivery_id, row]));
}

const describeGameDelivery = (row: Selectable<Tables['deliveries']>, last: AttemptRow | undefined): Delivery => ({
  DeliveryId: row.delivery_id,
  ...(row.order_id !== null && { OrderId: row.order_id }),
  GameUid: row.payload.data.game_uid,
  Type: row.type,
  State: row.state,
  Attempts: row.attempts,
  CreatedAt: row.created_at.toISOString(),
  ...(row.state === 'pending' && { NextAttemptAt: row.next_attempt_at.toISOString() }),
  ...(row.ended_at && { EndedAt: row.ended_at.toISOString() }),
  ...(last && { LastAttempt: describeDeliveryAttempt(last) }),
});

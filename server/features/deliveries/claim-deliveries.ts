// Leases deliveries that are due. Skips rows locked by another node; if a node dies, its deliveries are due again when
// the lease ends. Takes a few rows per game with an endpoint, so that a long queue of one game doesn't delay the
// others.
import type { Kysely } from 'kysely';
import { defineStatement } from '#server/db/define-statement.ts';
import type { DeliveryPayload } from '#server/db/money-tables.ts';
import type { Tables } from '#server/db/tables.ts';

export interface ClaimedDelivery {
  readonly delivery_id: string;
  /** Null: a reward, which has no order. */
  readonly order_id: string | null;
  readonly game: string;
  readonly type: DeliveryPayload['type'];
  readonly payload: DeliveryPayload;
  readonly attempts: number;
  readonly url: string;
  readonly sealed_secrets: Buffer;
}

export interface ClaimDeliveriesOptions {
  readonly games: readonly string[] | undefined;
  readonly perGame: number;
  readonly inFlight: ReadonlyMap<string, number>;
  readonly leaseMs: number;
}

/**
 * A revocation waits until its delivery is closed, and a revoked delivery is not sent again on request. The attempt is
 * recorded with the lease, so it counts even if this node dies. A game whose page receives the purchases is sent none.
 */
export async function claimDeliveries(db: Kysely<Tables>, options: ClaimDeliveriesOptions): Promise<ClaimedDelivery[]> {
  const { games, perGame, inFlight, leaseMs } = options;
  const busy = JSON.stringify(Object.fromEntries(inFlight));
  return claim(db, { games: games ?? null, perGame, busy, leaseMs });
}

const claim = defineStatement<
  { games: readonly string[] | null; perGame: number; busy: string; leaseMs: number },
  ClaimedDelivery
>(
  ({ games, perGame, busy, leaseMs }) => `
  with due as (
    select d.delivery_id, e.url, e.sealed_secrets
    from webhook_endpoints e
    cross join lateral (
      select delivery_id from deliveries
      where deliveries.game = e.game
        and (state = 'pending' or again_at is not null)
        and next_attempt_at <= now()
        and (lease_until is null or lease_until <= now())
        and not exists (
          select from deliveries other
          where other.order_id = deliveries.order_id and other.type <> deliveries.type
            and case deliveries.type when 'order.revoked' then other.state = 'pending' else deliveries.state <> 'pending' end
        )
      order by next_attempt_at
      limit greatest(0, ${perGame}::integer - coalesce((${busy}::jsonb ->> e.game)::integer, 0))
      for update of deliveries skip locked
    ) d
    where not exists (select from games g where g.game = e.game and g.config ->> 'PurchasesIn' = 'Page')
      and e.disabled_at is null and (e.paused_until is null or e.paused_until <= now())
      and (${games}::text[] is null or e.game = any(${games}))
  ), claimed as (
    update deliveries set attempts = attempts + 1, lease_until = now() + ${leaseMs}::integer * interval '1 millisecond'
    from due where deliveries.delivery_id = due.delivery_id
    returning deliveries.delivery_id, order_id, game, type, payload, attempts, due.url, due.sealed_secrets
  ), noted as (
    insert into delivery_attempts (delivery_id, number, started_at) select delivery_id, attempts, now() from claimed
  )
  select delivery_id, order_id, game, type, payload, attempts, url, sealed_secrets from claimed`,
);

import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import type { DeliveryPayload } from '#server/db/money-tables.ts';

export interface PulledDelivery {
  readonly delivery_id: string;
  readonly created_at: Date;
  readonly payload: DeliveryPayload;
}

/**
 * Deliveries that a game has not acknowledged, oldest first, including failed and re-requested ones. A pulled delivery
 * counts as sent, so revoking it sends a revocation. None for a game whose page receives the purchases.
 */
export async function pullDeliveries({ kysely }: Database, game: string, limit: number): Promise<PulledDelivery[]> {
  const { rows } = await sql<PulledDelivery>`
    with listed as (
      select delivery_id, order_id from deliveries
      where game = ${game} and game not in (select game from games where config ->> 'PurchasesIn' = 'Page') and (state in ('pending', 'dead') or again_at is not null)
        and not exists (
          select from deliveries other
          where other.order_id = deliveries.order_id and other.type <> deliveries.type
            and case deliveries.type when 'order.revoked' then other.state = 'pending' else deliveries.state <> 'pending' end
        )
      order by created_at, delivery_id limit ${limit}
    ), shown as (
      update deliveries set shown_at = coalesce(shown_at, now())
      from listed where deliveries.delivery_id = listed.delivery_id and state <> 'dropped'
      returning deliveries.delivery_id, created_at, payload
    )
    select * from shown order by created_at, delivery_id`.execute(kysely);
  return rows;
}

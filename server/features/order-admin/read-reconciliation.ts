// What differs between the providers' records and ours, and events of providers that belong to no order.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { UnmatchedEvent } from '#server/features/orders/search/find-orders.ts';
import { readCursor, writeCursor } from '#server/http/page-cursor.ts';
import type { Page } from './page.ts';
import { describeDiscrepancy } from './read-order-story.ts';

export interface DiscrepancyDay {
  readonly day: string;
  readonly provider: string;
  readonly found: number;
  readonly appliedLate: number;
}

export async function readDiscrepancyDays(db: Kysely<Tables>, since: Date): Promise<DiscrepancyDay[]> {
  const { rows } = await sql<DiscrepancyDay>`
    select to_char(found_at at time zone 'utc', 'YYYY-MM-DD') as day, provider, count(*)::int as found,
      (count(*) filter (where kind = 'applied-late'))::int as "appliedLate"
    from payment_discrepancies where found_at >= ${since}
    group by 1, 2 order by 1 desc, 2`.execute(db);
  return rows;
}

export async function readDiscrepancies(
  db: Kysely<Tables>,
  { provider, day }: { readonly provider: string | undefined; readonly day: string | undefined },
  { before, limit }: Page,
) {
  const last = readCursor(before, ['instant', 'text', 'text', 'text', 'text', 'text']);
  const from = day === undefined ? undefined : new Date(`${day}T00:00:00Z`);
  const rows = await db
    .selectFrom('payment_discrepancies')
    .selectAll()
    .$if(provider !== undefined, (query) => query.where('provider', '=', provider ?? ''))
    .$if(from !== undefined, (query) =>
      query
        .where('found_at', '>=', from ?? new Date(0))
        .where('found_at', '<', new Date((from?.getTime() ?? 0) + 24 * 3_600_000)),
    )
    .$if(last !== undefined, (query) => {
      const [at, ...names] = last ?? [];
      const end = sql.join([sql`${at}::timestamptz`, ...names.map((name) => sql`${name}`)]);
      const older = sql`(found_at, provider, account, transaction_id, kind, event_kind) < (${end})`;
      return query.where(older.$castTo<boolean>());
    })
    .orderBy('found_at', 'desc')
    .orderBy('provider', 'desc')
    .orderBy('account', 'desc')
    .orderBy('transaction_id', 'desc')
    .orderBy('kind', 'desc')
    .orderBy('event_kind', 'desc')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const end = rows.length > limit ? shown.at(-1) : undefined;
  return {
    discrepancies: shown.map(describeDiscrepancy),
    next:
      end &&
      writeCursor([
        end.found_at.toISOString(),
        end.provider,
        end.account,
        end.transaction_id,
        end.kind,
        end.event_kind,
      ]),
  };
}

export async function readUnmatchedEvents(
  db: Kysely<Tables>,
  { before, limit }: Page,
): Promise<{ readonly events: readonly Omit<UnmatchedEvent, 'outcome'>[]; readonly next: string | undefined }> {
  const last = readCursor(before, ['instant', 'text', 'text', 'text']);
  const { rows } = await sql<Omit<UnmatchedEvent, 'outcome'>>`
    select provider, account, dedup_key as "dedupKey", event, received_at as "receivedAt" from payment_events
    where order_id is null
      and ${last ? sql`(received_at, provider, account, dedup_key) < (${last[0]}::timestamptz, ${last[1]}, ${last[2]}, ${last[3]})` : sql`true`}
    order by received_at desc, provider desc, account desc, dedup_key desc
    limit ${limit + 1}`.execute(db);
  const events = rows.slice(0, limit);
  const end = rows.length > limit ? events.at(-1) : undefined;
  return {
    events,
    next: end && writeCursor([end.receivedAt.toISOString(), end.provider, end.account, end.dedupKey]),
  };
}

// What happened to a player, latest first, from all tables that know it. Each table is read through its index of the
// account, at most one page of it. Entries of one moment are never divided between two pages.
import { sql, type RawBuilder } from 'kysely';
import type { Static } from 'typebox';
import type { TimelineEntry, TimelineKind } from '#contract/console/players.ts';
import type { Database } from '#server/db/database.ts';
import { runPrepared } from '#server/db/define-statement.ts';
import { findMergedAccountIds } from '#server/features/account-deletion/find-merged-account-ids.ts';

interface TimelineRow {
  readonly at: Date;
  readonly moment: string;
  readonly kind: Static<typeof TimelineKind>;
  readonly object_kind: string | null;
  readonly object_id: string | null;
  readonly game: string | null;
  readonly detail: string | null;
  readonly status: string | null;
  readonly done_by: string | null;
  readonly amount_minor: number | null;
  readonly currency: string | null;
}

export interface Timeline {
  readonly entries: Static<typeof TimelineEntry>[];
  readonly nextBefore: string | undefined;
}

export async function readTimeline(
  { kysely }: Pick<Database, 'kysely'>,
  accountId: string,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<Timeline> {
  const family = await findMergedAccountIds(kysely, accountId);
  const until = sql`coalesce(${before ?? null}::timestamptz, 'infinity')`;
  /** The newest of one table. */
  const newest = (rows: RawBuilder<unknown>) => sql`(
    select * from (${rows}) entries
      (at, kind, object_kind, object_id, game, detail, status, done_by, amount_minor, currency)
    where at < ${until} order by at desc fetch first ${limit} rows with ties)`;
  const id = sql`${accountId}::uuid`;
  // Prepared, because planning it takes longer than running it.
  const statement = sql<TimelineRow>`
    select at, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment, kind, object_kind, object_id,
      game, left(detail, 1000) as detail, status, done_by, amount_minor, currency
    from (${sql.join(
      [
        newest(sql`
          select created_at, 'SignedIn', null, null, game, user_agent, concat_ws(' ', network, country), begun_by,
            null::bigint, null
          from sessions where account_id = ${id}`),
        newest(sql`
          select created_at, 'IdentityAdded', null, null, game, type || ':' || external_id, null, null, null::bigint, null
          from social_identities where account_id = ${id}`),
        newest(sql`
          select connected_at, 'GameConnected', 'game', game, game, game_uid, null, null, null::bigint, null
          from connected_games where account_id = ${id}`),
        newest(sql`
          select last_played_at, 'Played', 'game', game, game, null, null, null, null::bigint, null
          from connected_games where account_id = ${id} and last_played_at is not null`),
        newest(sql`
          select created_at, 'Ordered', 'order', order_id::text, game, sku, status, platform, price_minor, currency
          from orders where account_id = ${id}`),
        newest(sql`
          select l.created_at, 'Payment', 'order', o.order_id::text, o.game, l.transaction_id, l.kind, l.provider,
            l.amount_minor, l.currency
          from orders o join ledger l using (order_id) where o.account_id = ${id}`),
        newest(sql`
          select d.created_at, 'Delivery', 'delivery', d.delivery_id::text, d.game, d.type, d.state, null, null::bigint, null
          from orders o join deliveries d using (order_id) where o.account_id = ${id}`),
        newest(sql`
          select a.accepted_at, 'DocumentAccepted', 'document', d.document_id::text, d.game, d.type || ' ' || v.number, null,
            null, null::bigint, null
          from document_acceptances a join document_versions v using (version_id) join documents d using (document_id)
          where a.account_id = ${id}`),
        newest(sql`
          select created_at, 'TicketOpened', 'ticket', ticket_id, game, message, status, null, null::bigint, null
          from support_messages where account_id = ${id}`),
        newest(sql`
          select created_at, 'TicketMessage', 'ticket', ticket_id, null, message,
            case when by_support then 'support' else 'player' end, author, null::bigint, null
          from support_replies where account_id = ${id}`),
        newest(sql`
          select created_at, 'Notification', null, null, null, title, outcome, topic, null::bigint, null
          from push_messages where account_id = ${id}`),
        newest(sql`
          select at, 'OperatorAction', 'audit-log', entry_id::text, game, reason, action, actor_name, null::bigint, null
          from audit_log
          where object_kind in ('player', 'leaderboard-entry') and object_id = any(${family}) and after is not null`),
      ],
      sql` union all `,
    )}) all_entries
    order by at desc fetch first ${limit} rows with ties`.compile(kysely);
  const rows = await runPrepared<TimelineRow>(kysely, statement.sql, statement.parameters);
  return {
    entries: rows.map((row) => describeEntry(row)),
    nextBefore: rows.length < limit ? undefined : rows.at(-1)?.moment,
  };
}

const describeEntry = (row: TimelineRow): Timeline['entries'][number] => ({
  At: row.at.toISOString(),
  Kind: row.kind,
  ...(row.object_kind !== null && { ObjectKind: row.object_kind }),
  ...(row.object_id !== null && { ObjectId: row.object_id }),
  ...(row.game !== null && { Game: row.game }),
  ...(row.detail !== null && { Detail: row.detail }),
  ...(row.status !== null && { Status: row.status }),
  ...(row.done_by !== null && { By: row.done_by }),
  ...(row.amount_minor !== null && { AmountMinor: row.amount_minor }),
  ...(row.currency !== null && { Currency: row.currency }),
});

// Messages to many players, as operators see them.
import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { constantSql } from '#server/db/constant-sql.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import { buildPushTopicEnabledSql } from './push-topics.ts';

export interface BroadcastListRow {
  readonly broadcast_id: string;
  readonly game: string | null;
  readonly titles: Record<string, string>;
  readonly bodies: Record<string, string>;
  readonly url: string;
  readonly is_marketing: boolean;
  readonly ttl_seconds: number;
  readonly created_at: Date;
  readonly recipients: number;
  readonly finished_at: Date | null;
  readonly send_at: Date | null;
  readonly cancelled_at: Date | null;
  readonly author: string | null;
  readonly reached_account: string | null;
}

const columns = `broadcast_id, game, titles, bodies, url, is_marketing, ttl_seconds, created_at, recipients, finished_at,
    send_at, cancelled_at, author, reached_account`;

/** Newest first. The page starts behind `before`. */
export async function listBroadcasts(
  db: Kysely<Tables>,
  { game, before, limit }: { readonly game: string | undefined; readonly before: string | undefined; limit: number },
): Promise<BroadcastListRow[]> {
  const conditions = [
    ...(game === undefined ? [] : [sql`game = ${game}`]),
    ...(before === undefined
      ? []
      : [
          sql`(created_at, broadcast_id) <
            (select created_at, broadcast_id from push_broadcasts where broadcast_id = ${before}::uuid)`,
        ]),
  ];
  const { rows } = await sql<BroadcastListRow>`
    select ${constantSql(columns)} from push_broadcasts where ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by created_at desc, broadcast_id desc limit ${limit}`.execute(db);
  return rows;
}

export const readBroadcast = defineStatement<{ id: string }, BroadcastListRow>(
  ({ id }) => `select ${columns} from push_broadcasts where broadcast_id = ${id}::uuid`,
);

export interface PushResults {
  readonly waiting: number;
  readonly sent: number;
  readonly unwanted: number;
  readonly expired: number;
  readonly no_browser: number;
}

export const countPushResults = defineStatement<{ id: string }, PushResults>(
  ({ id }) => `
  select count(*) filter (where outcome is null)::int as waiting,
    count(*) filter (where outcome = 'sent')::int as sent,
    count(*) filter (where outcome = 'unwanted')::int as unwanted,
    count(*) filter (where outcome = 'expired')::int as expired,
    count(*) filter (where outcome = 'no-browser')::int as no_browser
  from push_messages where broadcast_id = ${id}::uuid`,
);

const maxCounted = 100_000;

/** How many players a message would reach, without the daily limit. */
export async function countAudience(
  db: Kysely<Tables>,
  { game, isMarketing }: { readonly game: string | undefined; readonly isMarketing: boolean },
): Promise<{ readonly players: number; readonly isMore: boolean }> {
  const { rows } = await sql<{ players: number }>`
    select count(*)::int as players from (
      select distinct s.account_id from push_subscriptions s join accounts a using (account_id)
      where (s.game is null or s.game = ${game ?? null}::text)
        and a.merged_into is null and a.blocked_at is null and (not ${isMarketing}::boolean or a.marketing_enabled)
        and ${buildPushTopicEnabledSql(sql`s.account_id`, sql`${game ?? '@news'}::text`)}
      limit ${maxCounted + 1}
    ) reached`.execute(db);
  const players = rows[0]?.players ?? 0;
  return { players: Math.min(players, maxCounted), isMore: players > maxCounted };
}

// What the operators' console lists besides games, accounts and orders: as many rows as a portal with a million accounts
// and orders may have.
import { sql, type RawBuilder } from 'kysely';
import { Type } from 'typebox';
import { generatedAccountId } from '#lab/generate/generate-accounts.ts';
import type { Database } from '#server/db/database.ts';
import { countAcceptances } from '#server/features/documents/count-acceptances-job.ts';
import type { Log } from '#server/http/log.ts';
import { defineJob } from '#server/jobs/define-job.ts';
import { startJobs } from '#server/jobs/jobs.ts';

export async function generateConsoleRows(database: Database, log: Log): Promise<void> {
  // The queue's tables, with the queues of one job.
  const letter = defineJob({ name: 'letter', schema: Type.Object({}), run: async () => undefined });
  await (await startJobs(database.connection, { definitions: [letter], log })).stop();
  for (const statement of statements)
    await database.transaction(async (trx) => {
      await sql`set local statement_timeout = '30min'`.execute(trx);
      // The rows are consistent; checking them and notifying nodes takes longer than writing them.
      await sql`set local session_replication_role = replica`.execute(trx);
      await statement.execute(trx);
    });
  await countAcceptances(database);
}

const numbers = (count: number): RawBuilder<unknown> => sql`generate_series(1, ${sql.lit(count)}) as n`;
/** Spread over a year, the latest first. */
const ago = (seconds: number): RawBuilder<Date> => sql`now() - n * ${sql.lit(seconds)} * interval '1 second'`;
const account = generatedAccountId(sql.ref('n'));
const game = sql`'generated-' || 1 + n % 1000`;
/** Such as `2345-6789-0000`. */
const ticketId = sql`overlay(overlay(upper(translate(left(md5('ticket ' || n), 12), '01', '23')) placing '-' from 5 for 0) placing '-' from 10 for 0)`;
const id = (name: string): RawBuilder<string> => sql`md5(${sql.lit(`${name} `)} || n)::uuid`;

const statements: readonly RawBuilder<unknown>[] = [
  // Of a hundred orders one is not paid, one cancelled, and a few wait for their game. Some were paid in other ways.
  sql`update orders o set status = 'Cancelled', paid_at = null, completed_at = null
    from ${numbers(10_000)} where o.order_id = md5('order ' || n * 100)::uuid`,
  sql`update orders o set status = 'WaitingForPayment', paid_at = null, completed_at = null
    from ${numbers(10_000)} where o.order_id = md5('order ' || 1 + n * 100)::uuid`,
  sql`update orders o set status = 'PayedWaitingForSending', completed_at = null
    from ${numbers(500)} where o.order_id = md5('order ' || 2 + n * 2000)::uuid`,
  sql`update orders o set platform = 'Telegram' from ${numbers(300)} where o.order_id = md5('order ' || 3 + n * 3000)::uuid`,
  sql`update payment_attempts a set provider = 'bank131'
    from ${numbers(300)} where a.attempt_id = md5('attempt ' || 3 + n * 3000)::uuid`,
  sql`update deliveries d set state = 'dead', attempts = 12, acknowledged_by = null
    from ${numbers(500)} where d.delivery_id = md5('delivery ' || 2 + n * 2000)::uuid`,
  // Generated ids are the same in several tables; these are as platforms, games and providers give them.
  sql`update accounts a set name = 'gamer_' || n from ${numbers(500)} where a.account_id = md5('account ' || n * 90)::uuid`,
  sql`update social_identities i set external_id = 100000000000 + n
    from ${numbers(500)} where i.identity_id = md5('identity ' || n * 91)::uuid`,
  sql`update connected_games c set game_uid = ${id('game uid')}
    from ${numbers(500)} where c.account_id = md5('account ' || n * 92)::uuid and right(c.game_uid, 2) = '-1'`,
  sql`update payment_attempts a set provider = 'stripe', provider_payment_id = 'pi_' || md5('payment ' || n)
    from ${numbers(500)} where a.attempt_id = md5('attempt ' || n * 93)::uuid`,
  sql`update payment_attempts a set provider = 'yookassa', provider_payment_id = ${id('payment')}
    from ${numbers(500)} where a.attempt_id = md5('attempt ' || 5 + n * 93)::uuid`,
  sql`update ledger l set provider = 'stripe', transaction_id = 'ch_' || md5('charge ' || n)
    from ${numbers(500)} where l.attempt_id = md5('attempt ' || n * 93)::uuid`,
  sql`insert into delivery_attempts (delivery_id, number, started_at, ended_at, status)
    select delivery_id, 1, created_at, created_at + interval '1 second', 200 from deliveries`,
  sql`insert into refunds (refund_id, order_id, attempt_id, transaction_id, amount_minor, currency, reason, state,
      provider_refund_id, created_at)
    select ${id('refund')}, a.order_id, a.attempt_id, 'generated-' || n * 50, greatest(1, a.amount_minor), a.currency,
      'player', 'done', 're_' || md5('refund ' || n), a.created_at + interval '2 days'
    from ${numbers(20_000)} join payment_attempts a on a.attempt_id = md5('attempt ' || n * 50)::uuid`,
  sql`insert into ledger (provider, account, transaction_id, kind, order_id, attempt_id, amount_minor, currency, created_at)
    select l.provider, l.account, l.transaction_id, followed.kind, l.order_id, l.attempt_id, l.amount_minor, l.currency,
      l.created_at + days * interval '1 day'
    from ${numbers(20_000)} join ledger l on l.attempt_id = md5('attempt ' || n * 50)::uuid and l.kind = 'charged',
      lateral (values ('refunded', 2, n % 4 > 0), ('disputed', 20, n % 4 = 0),
        (case when n % 3 = 0 then 'dispute-won' else 'dispute-lost' end, 40, n % 4 = 0 and n % 12 > 0)
      ) as followed (kind, days, is_so) where is_so`,
  sql`insert into payment_events (provider, account, dedup_key, order_id, outcome, event, received_at)
    select l.provider, l.account, 'event ' || l.transaction_id || ' ' || l.kind, l.order_id, 'applied', '{}', l.created_at
    from ledger l`,
  sql`insert into payment_events (provider, account, dedup_key, outcome, event, received_at)
    select 'stripe', '', 'unmatched ' || n, 'quarantined',
      jsonb_build_object('kind', 'charged', 'transactionId', 'unmatched-' || n), ${ago(3600)} from ${numbers(2000)}`,
  sql`insert into payment_discrepancies (provider, account, transaction_id, kind, event_kind, amount_minor, currency, found_at)
    select 'stripe', '', 'generated-' || n, case when n % 5 > 0 then 'applied-late' else 'mismatch' end, 'charged', 499,
      'USD', ${ago(1200)} from ${numbers(20_000)}`,
  sql`insert into operators (operator_id, email, name, role, invited_by)
    select ${id('operator')}, 'operator-' || n || '@portal.example', 'Operator ' || n, 'support', 'ann'
    from ${numbers(50)}`,
  sql`insert into audit_log (at, actor_kind, actor_id, actor_name, action, object_kind, object_id, reason, address, request_id)
    select now() - (1000000 - n) * interval '30 seconds', 'operator', md5('operator ' || 1 + n % 50)::uuid,
      'Operator ' || 1 + n % 50, (array['operatorPlayers.story', 'operatorOrders.story', 'operatorSearch.find'])[1 + n % 3],
      (array['player', 'order', 'player'])[1 + n % 3],
      case when n % 3 = 1 then md5('order ' || n)::uuid else ${account} end, case when n % 7 = 0 then 'Asked by mail' end,
      '203.0.113.7', ${id('request')} from ${numbers(1_000_000)}`,
  sql`insert into support_messages (ticket_id, account_id, game, email, message, locale, created_at, changed_at, status,
      assigned_to)
    select ${ticketId}, case when n % 4 > 0 then ${account} end, case when n % 2 = 0 then ${game} end,
      'player-' || n || '@generated.example', repeat('The game stops at level ' || n || '. ', 8), 'en', ${ago(150)},
      ${ago(140)}, case when n < 3000 then 'open' when n % 10 = 0 then 'answered' else 'closed' end,
      case when n % 3 > 0 then md5('operator ' || 1 + n % 50)::uuid end from ${numbers(200_000)}`,
  sql`insert into support_replies (ticket_id, email, by_support, author, message, created_at)
    select ${ticketId}, 'player-' || n || '@generated.example', true, 'Operator 1', repeat('Please try again. ', 6), ${ago(140)}
    from ${numbers(200_000)}`,
  sql`insert into reviews (account_id, game, rating, text, created_at, updated_at, hidden_at)
    select ${account}, ${game}, 1 + n % 5, repeat('I like level ' || n || '. ', 4), ${ago(100)}, ${ago(100)},
      case when n % 500 = 0 then now() end from ${numbers(300_000)}`,
  sql`insert into push_broadcasts (broadcast_id, game, titles, bodies, url, is_marketing, ttl_seconds, created_at,
      recipients, finished_at, author)
    select ${id('broadcast')}, case when n % 10 > 0 then ${game} end, '{"en":"A new level"}', '{"en":"Play it today."}', '/',
      n % 2 = 0, 3600, ${ago(600)}, n % 90000, ${ago(600)}, case when n % 10 = 0 then 'Operator 1' end
    from ${numbers(50_000)}`,
  sql`insert into news (news_id, game, priority, messages, created_at)
    select ${id('news')}, case when n % 5 > 0 then ${game} end, 'Normal',
      jsonb_build_array(jsonb_build_object('Locale', 'en', 'Header', 'News ' || n, 'Message', repeat('A new level. ', 40))),
      ${ago(3000)} from ${numbers(10_000)}`,
  sql`insert into documents (document_id, game, type, need_user_acceptance)
    select ${id('document')}, ${game}, (array['TOS', 'PP'])[1 + n / 1001], true from ${numbers(2000)}`,
  sql`insert into document_versions (version_id, document_id, number, content)
    select md5('version ' || n || ' ' || number)::uuid, ${id('document')}, number, '{"Value":"# Terms","ContentType":"Markdown"}'
    from ${numbers(2000)}, generate_series(1, 3) as number`,
  sql`insert into document_acceptances (acceptance_id, version_id, account_id, accepted_at)
    select ${id('acceptance')}, (
        select version_id from document_versions join documents using (document_id)
        where game is null order by type, number desc limit 1
      ), ${account}, ${ago(30)} from ${numbers(1_000_000)}`,
  sql`insert into approvals (approval_id, call, permission, input, object_kind, object_id, state, reason,
      requested_by_kind, requested_by, requested_by_name, requested_at, expires_at, outcome, decided_by, decided_at)
    select ${id('approval')}, 'operatorOrders.refund', 'orders.refund', '{"body":{"AmountMinor":99000}}', 'order',
      md5('order ' || n)::uuid, 'state', 'Paid by mistake', 'operator', ${id('operator')}, 'Operator ' || n, ${ago(1500)},
      ${ago(1500)} + interval '7 days', case when n > 50 then 'approved' end, case when n > 50 then 'Operator 1' end,
      case when n > 50 then ${ago(1400)} end from ${numbers(20_000)}`,
  sql`insert into content_drafts (object, type, game, base, value, state, author, created_at, updated_at)
    select 'news/' || n, 'news', case when n % 5 > 0 then ${game} end, jsonb_build_object('Text', repeat('Old text. ', 300)),
      jsonb_build_object('Text', repeat('New text. ', 300)), case when n > 19950 then 'open' else 'applied' end,
      'Operator 1', now() - (20000 - n) * interval '20 minutes', now() - (20000 - n) * interval '20 minutes'
    from ${numbers(20_000)}`,
  sql`insert into game_errors (game, day, fingerprint, kind, message, place, count, browsers, builds)
    select 'generated-' || 1 + n % 100, current_date - (n / 100 % 90), md5('error ' || n / 9000), 'Error',
      'TypeError: level ' || n / 9000 || ' is undefined', 'https://games.example/play.js:7', 1 + n % 90,
      '{"Chrome 140":3,"Safari 26":1}', '{"3":4}' from ${numbers(900_000)}`,
  sql`insert into rejected_webhooks (provider, account, outcome, reason, hour, first_at, last_at)
    select 'stripe', case when n % 2 = 0 then ${game} else '' end, 'refused', 'The signature does not match.',
      date_trunc('hour', ${ago(3600)}), ${ago(3600)}, ${ago(3600)} from ${numbers(20_000)}`,
  sql`insert into pgboss.job (name, state, data, created_on, completed_on, source_retry_count, source_output)
    select case when n <= 1000 then 'letter.dead' else 'letter' end,
      (case when n <= 1000 then 'created' else 'completed' end)::pgboss.job_state, '{}', ${ago(3)},
      case when n > 1000 then now() end, 3, '{"message":"refused"}' from ${numbers(200_000)}`,
  sql`insert into game_popularity (game, plays, players, recent_players)
    select ${game}, n * 100, n * 10, n from ${numbers(1000)} on conflict do nothing`,
  sql`insert into game_days (game, day, players)
    select ${game}, current_date - day, n from ${numbers(1000)}, generate_series(0, 89) as day on conflict do nothing`,
  sql`insert into builds (build_id, game, ota_version, build_number, build_type, sha, url)
    select md5('build ' || n || ' ' || number)::uuid, ${game}, '1.0', number, 'Iframe', md5('build ' || n), '/'
    from ${numbers(1000)}, generate_series(1, 10) as number on conflict do nothing`,
];

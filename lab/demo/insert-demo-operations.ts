// What makes the console look like a month of operation, once for a new database with demo content.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { demoPlayers } from './demo-community.ts';
import { makeDemoDays, makeDemoHours, type DemoDay } from './demo-figures.ts';
import { demoGames } from './demo-games.ts';
import { demoAccountId } from './insert-demo-content.ts';
import { insertDemoOrders } from './insert-demo-orders.ts';
import { insertDemoSupport } from './insert-demo-support.ts';
import { stableId } from './stable-id.ts';

const days = 40;
/** Players on an average day: each game has fewer than the one before. */
const playersOf = (position: number): number => Math.round(900 / (position + 1.5));

export async function insertDemoOperations(database: Database, now: Date): Promise<void> {
  await database.transaction(async (trx) => {
    const today = now.toISOString().slice(0, 10);
    const shareOfDay = (now.getTime() - Date.parse(today)) / 86_400_000;
    const ofGames = demoGames.map(({ game }, position) => ({
      game,
      rows: [
        ...makeDemoDays(game, { today, days, players: playersOf(position) }),
        // So far.
        ...makeDemoDays(game, { today: addDay(today), days: 1, players: playersOf(position) * shareOfDay }).map(
          (row) => ({
            ...row,
            returned_day1: 0,
          }),
        ),
      ],
    }));
    for (const { game, rows } of ofGames)
      await trx
        .insertInto('game_days')
        .values(rows.map((row) => ({ game, ...row })))
        .execute();
    await trx
      .insertInto('portal_days')
      .values(addDays(ofGames.map(({ rows }) => rows)))
      .execute();
    const perDay = demoGames.reduce((sum, _, position) => sum + playersOf(position), 0);
    await trx
      .insertInto('portal_hours')
      .values(makeDemoHours('plays', { now, hours: 47, perDay }).map(({ hour, count }) => ({ hour, plays: count })))
      .execute();
    await insertSignIns(trx, makeDemoHours('sign-ins', { now, hours: 47, perDay: perDay / 8 }));
    await insertDemoOrders(trx, { now, days: 3, perDay: perDay * 0.05 });
    await insertDemoSupport(trx, now);
    await trx.insertInto('push_broadcasts').values(describeBroadcasts(now)).execute();
  });
}

const addDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Some players play two games, and count once. */
function addDays(games: readonly (readonly DemoDay[])[]): DemoDay[] {
  const [first = []] = games;
  return first.map(({ day }, index) => {
    const sum = (name: Exclude<keyof DemoDay, 'day'>, share = 1): number =>
      Math.round(games.reduce((total, rows) => total + (rows[index]?.[name] ?? 0), 0) * share);
    return {
      day,
      players: sum('players', 0.8),
      new_players: sum('new_players', 0.75),
      sessions: sum('sessions', 0.9),
      visits: sum('visits', 0.9),
      orders: sum('orders'),
      buyers: sum('buyers', 0.9),
      revenue_usd_minor: sum('revenue_usd_minor'),
      refunded_usd_minor: sum('refunded_usd_minor'),
      returned_day1: sum('returned_day1', 0.75),
      returned_day7: sum('returned_day7', 0.75),
      returned_day30: sum('returned_day30', 0.75),
    };
  });
}

/** Sessions of the demo players that have ended since. */
async function insertSignIns(
  trx: Parameters<Parameters<Database['transaction']>[0]>[0],
  hours: readonly { readonly hour: Date; readonly count: number }[],
): Promise<void> {
  const begun = hours.flatMap(({ hour, count }) =>
    Array.from({ length: count }, (_, index) => new Date(hour.getTime() + ((index + 0.5) / count) * 3_600_000)),
  );
  const accounts = begun.map((_, index) => demoAccountId(demoPlayers[index % demoPlayers.length]?.name ?? ''));
  await sql`
    insert into sessions (session_id, token_hash, account_id, created_at, expires_at, revoked_at, begun_by)
    select gen_random_uuid(), sha256(convert_to('fxid demo session ' || at || position, 'UTF8')), account_id, at,
      at + interval '30 days', at + interval '20 minutes', 'Email'
    from unnest(${begun.map((at) => at.toISOString())}::timestamptz[], ${accounts}::uuid[])
      with ordinality as begun (at, account_id, position)`.execute(trx);
}

function describeBroadcasts(now: Date) {
  const daysAgo = (count: number): Date => new Date(now.getTime() - count * 86_400_000);
  const message = (
    name: string,
    ago: number,
    recipients: number,
    title: string,
    body: string,
    game: string | null,
  ) => ({
    broadcast_id: stableId(`push ${name}`),
    game,
    titles: JSON.stringify({ en: title }),
    bodies: JSON.stringify({ en: body }),
    url: '/',
    is_marketing: false,
    ttl_seconds: 86_400,
    created_at: daysAgo(ago),
    recipients,
    finished_at: daysAgo(ago - 0.01),
    author: 'Edda Editor',
  });
  return [
    message('weekend', 3, 812, 'Double gems this weekend', 'Dig twice as deep until Sunday night.', 'gem-miner'),
    message('season', 12, 1904, 'A new season has begun', 'New quests, and a new leaderboard.', null),
    message('levels', 24, 655, 'Ten new routes', 'Deliver by airship to the northern isles.', 'sky-courier'),
  ];
}

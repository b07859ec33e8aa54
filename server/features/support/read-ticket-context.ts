import { sql, type Kysely } from 'kysely';
import type { Api } from '#contract/api.ts';
import { Problem } from '#model/problem.ts';
import type { ReplyOfRoute } from '#model/route.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { hasPermission, type OperatorCaller } from '#server/features/operators/operator-caller.ts';
import { ticketStatuses } from './read-tickets.ts';

type TicketContext = ReplyOfRoute<Api['support']['deskContext']>;

const maxOrders = 10;
const maxOtherTickets = 10;
const maxGames = 20;

/** What helps to answer a ticket. Only what the operator may read elsewhere too. */
export async function readTicketContext(
  { kysely }: Pick<Database, 'kysely'>,
  ticketId: string,
  operator: OperatorCaller,
): Promise<TicketContext> {
  const ticket = await kysely
    .selectFrom('support_messages')
    .select(['account_id', 'email'])
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
  if (!ticket) throw new Problem('NotFound', 'There is no such ticket.');
  const { account_id: accountId, email } = ticket;
  const [player, orders, others] = await Promise.all([
    accountId !== null && hasPermission(operator, 'players.read') ? readPlayer(kysely, accountId) : undefined,
    accountId !== null && hasPermission(operator, 'orders.read') ? readOrders(kysely, accountId) : [],
    kysely
      .selectFrom('support_messages')
      .select(['ticket_id', 'status', sql<string>`left(message, 200)`.as('beginning'), 'changed_at'])
      .where((eb) =>
        eb.or([eb('email', '=', email), ...(accountId === null ? [] : [eb('account_id', '=', accountId)])]),
      )
      .where('ticket_id', '<>', ticketId)
      .orderBy('changed_at', 'desc')
      .limit(maxOtherTickets)
      .execute(),
  ]);
  return {
    ...(player && { Player: player }),
    Orders: orders,
    OtherTickets: others.map((other) => ({
      TicketId: other.ticket_id,
      Status: ticketStatuses[other.status],
      Message: other.beginning,
      ChangedAt: other.changed_at.toISOString(),
    })),
  };
}

async function readPlayer(db: Kysely<Tables>, accountId: string): Promise<TicketContext['Player']> {
  const account = await db
    .selectFrom('accounts')
    .select(['name', 'guest', 'blocked_at', 'created_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!account) return undefined;
  const games = await db
    .selectFrom('connected_games')
    .select(['game', 'game_uid', 'last_played_at'])
    .where('account_id', '=', accountId)
    .orderBy('last_played_at', (order) => order.desc().nullsLast())
    .limit(maxGames)
    .execute();
  return {
    AccountId: accountId,
    Name: account.name,
    IsGuest: account.guest,
    IsBlocked: account.blocked_at !== null,
    CreatedAt: account.created_at.toISOString(),
    Games: games.map(({ game, game_uid, last_played_at }) => ({
      Game: game,
      GameUid: game_uid,
      ...(last_played_at !== null && { LastPlayedAt: last_played_at.toISOString() }),
    })),
  };
}

async function readOrders(db: Kysely<Tables>, accountId: string): Promise<TicketContext['Orders']> {
  const rows = await db
    .selectFrom('orders')
    .select(['order_id', 'game', 'sku', 'price_minor', 'currency', 'status', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(maxOrders)
    .execute();
  return rows.map((row) => ({
    OrderId: row.order_id,
    Game: row.game,
    Sku: row.sku,
    PriceMinor: row.price_minor,
    Currency: row.currency,
    Status: row.status,
    CreatedAt: row.created_at.toISOString(),
  }));
}

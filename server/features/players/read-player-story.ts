// What an operator sees of one player. Each list has an index that starts with the account.
import { sql, type Kysely } from 'kysely';
import type { Static } from 'typebox';
import type { PlayerStory } from '#contract/console/players.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { isActiveSessionSql } from '#server/features/sessions/sessions.ts';
import { listUndoableMerges } from '#server/features/merging/undoable-merges.ts';
import { listSaves } from '#server/features/saves/read-save-revisions.ts';
import { noPlayer } from './change-player.ts';
import { describePlayer } from './list-players.ts';

type Story = Static<typeof PlayerStory>;

const maxOrders = 50;
const maxNotifications = 20;
const maxTickets = 50;

export async function readPlayerStory({ kysely: db }: Pick<Database, 'kysely'>, accountId: string): Promise<Story> {
  const account = await db
    .selectFrom('accounts')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('friends')
        .select((friends) => friends.fn.countAll<number>().as('count'))
        .whereRef('friends.account_id', '=', 'accounts.account_id')
        .as('friends'),
    )
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!account) throw noPlayer(accountId);
  const [Identities, Sessions, Games, Orders, Saves, Tickets, Documents, Notifications, Merges] = await Promise.all([
    readIdentities(db, accountId),
    readSessions(db, accountId),
    readGames(db, accountId),
    readOrders(db, accountId),
    readSaves(db, accountId),
    readTickets(db, accountId),
    readDocuments(db, accountId),
    readNotifications(db, accountId),
    readMerges(db, accountId),
  ]);
  return {
    ...describePlayer(account),
    Locale: account.locale,
    IsEmailVerified: account.email_validated,
    ...(account.blocked_because !== null && { BlockedBecause: account.blocked_because }),
    ...(account.merged_into !== null && { MergedInto: account.merged_into }),
    Features: account.features,
    FriendCount: account.friends ?? 0,
    Identities,
    Sessions,
    Games,
    Orders,
    Saves,
    Tickets,
    Documents,
    Notifications,
    Merges,
  };
}

async function readIdentities(db: Kysely<Tables>, accountId: string): Promise<Story['Identities']> {
  const rows = await db
    .selectFrom('social_identities')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    IdentityId: row.identity_id,
    Type: row.type,
    ExternalId: row.external_id,
    ...(row.game !== null && { Scope: row.game }),
    IsConfirmed: row.confirmed,
    AddedAt: row.created_at.toISOString(),
    ...(row.last_used_at !== null && { LastUsedAt: row.last_used_at.toISOString() }),
  }));
}

async function readSessions(db: Kysely<Tables>, accountId: string): Promise<Story['Sessions']> {
  const rows = await db
    .selectFrom('sessions')
    .select(['session_id', 'begun_by', 'game', 'user_agent', 'network', 'country', 'created_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where(isActiveSessionSql)
    .orderBy('last_seen_at', 'desc')
    .execute();
  return rows.map((row) => ({
    SessionId: row.session_id,
    SignedInBy: row.begun_by,
    ...(row.game !== null && { Game: row.game }),
    UserAgent: row.user_agent,
    Network: row.network,
    ...(row.country !== null && { Country: row.country }),
    CreatedAt: row.created_at.toISOString(),
    LastSeenAt: row.last_seen_at.toISOString(),
  }));
}

async function readGames(db: Kysely<Tables>, accountId: string): Promise<Story['Games']> {
  const rows = await db
    .selectFrom('connected_games')
    .select(['game', 'game_uid', 'connected_at', 'last_played_at'])
    .where('account_id', '=', accountId)
    .orderBy('last_played_at', (order) => order.desc().nullsLast())
    .orderBy('game')
    .execute();
  return rows.map((row) => ({
    Game: row.game,
    GameUid: row.game_uid,
    ConnectedAt: row.connected_at.toISOString(),
    ...(row.last_played_at !== null && { LastPlayedAt: row.last_played_at.toISOString() }),
  }));
}

async function readOrders(db: Kysely<Tables>, accountId: string): Promise<Story['Orders']> {
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

async function readSaves(db: Kysely<Tables>, accountId: string): Promise<Story['Saves']> {
  return (await listSaves(db, accountId)).map((save) => ({
    Game: save.game,
    Revision: save.revision,
    Bytes: save.bytes,
    Origin: save.origin,
    UpdatedAt: save.updated_at.toISOString(),
  }));
}

async function readTickets(db: Kysely<Tables>, accountId: string): Promise<Story['Tickets']> {
  const rows = await db
    .selectFrom('support_messages')
    .select(['ticket_id', 'game', 'status', sql<string>`left(message, 200)`.as('beginning'), 'changed_at'])
    .where('account_id', '=', accountId)
    .orderBy('changed_at', 'desc')
    .limit(maxTickets)
    .execute();
  return rows.map((row) => ({
    TicketId: row.ticket_id,
    ...(row.game !== null && { Game: row.game }),
    Status: row.status,
    Message: row.beginning,
    ChangedAt: row.changed_at.toISOString(),
  }));
}

async function readDocuments(db: Kysely<Tables>, accountId: string): Promise<Story['Documents']> {
  const rows = await db
    .selectFrom('document_acceptances as a')
    .innerJoin('document_versions as v', 'v.version_id', 'a.version_id')
    .innerJoin('documents as d', 'd.document_id', 'v.document_id')
    .select(['d.document_id', 'd.type', 'd.game', 'v.number', 'a.accepted_at'])
    .where('a.account_id', '=', accountId)
    .orderBy('a.accepted_at', 'desc')
    .execute();
  return rows.map((row) => ({
    DocumentId: row.document_id,
    Kind: row.type,
    ...(row.game !== null && { Game: row.game }),
    Version: row.number,
    AcceptedAt: row.accepted_at.toISOString(),
  }));
}

async function readNotifications(db: Kysely<Tables>, accountId: string): Promise<Story['Notifications']> {
  const rows = await db
    .selectFrom('push_messages')
    .select(['title', 'topic', 'outcome', 'created_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .limit(maxNotifications)
    .execute();
  return rows.map((row) => ({
    Title: row.title,
    Topic: row.topic,
    ...(row.outcome !== null && { Outcome: row.outcome }),
    CreatedAt: row.created_at.toISOString(),
  }));
}

async function readMerges(db: Kysely<Tables>, accountId: string): Promise<Story['Merges']> {
  const rows = await db
    .selectFrom('merges')
    .select(['merge_id', 'from_account_id', 'merged_at', 'undo_until'])
    .where('into_account_id', '=', accountId)
    .where('undone_at', 'is', null)
    .orderBy('merged_at', 'desc')
    .execute();
  const undoable = await listUndoableMerges(db)
    .select('merges.merge_id')
    .where('merges.into_account_id', '=', accountId)
    .executeTakeFirst();
  return rows.map((row) => ({
    MergeId: row.merge_id,
    FromAccountId: row.from_account_id,
    MergedAt: row.merged_at.toISOString(),
    UndoUntil: row.undo_until.toISOString(),
    CanUndo: row.merge_id === undoable?.merge_id,
  }));
}

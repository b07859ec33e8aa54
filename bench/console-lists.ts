// First pages of the console's lists of games, content, community and system, and a plain statement for the same rows.
import { locales } from '#model/locale.ts';
import { allPermissions } from '#model/operator.ts';
import type { Database } from '#server/db/database.ts';
import { requireGame } from '#server/db/require-game.ts';
import { listApprovals } from '#server/features/approvals/list-approvals.ts';
import { listAuditEntries, type AuditLogQuery } from '#server/features/audit-log/list-audit-entries.ts';
import { listDrafts } from '#server/features/content-drafts/read-drafts.ts';
import { readGameDeliveries } from '#server/features/deliveries/read-game-deliveries.ts';
import { readRejectedWebhooks } from '#server/features/deliveries/read-rejected-webhooks.ts';
import { listDocumentVersions, listOperatorDocuments } from '#server/features/documents/list-documents.ts';
import { listGameErrors } from '#server/features/game-errors/list-game-errors.ts';
import { listReviews, type ReviewFilter } from '#server/features/moderation/reviews.ts';
import { readNews } from '#server/features/news/read-news.ts';
import { listOperators } from '#server/features/operators/list-operators.ts';
import type { OperatorCaller } from '#server/features/operators/operator-caller.ts';
import { listConsoleGames } from '#server/features/publishing/console-games.ts';
import { listGamePlayers } from '#server/features/publishing/console-players.ts';
import { listBroadcasts } from '#server/features/push/list-broadcasts.ts';
import { readProducts } from '#server/features/store/read-products.ts';
import { readDeskTickets } from '#server/features/support/read-tickets.ts';
import { buildTicketFilterSql, type TicketFilter } from '#server/features/support/ticket-filter.ts';
import { countJobs, listDeadJobs } from '#server/jobs/read-jobs.ts';

import type { ListComparison } from './console-order-lists.ts';

const limit = 50;
/** Generated rows belong to generated games. */
const game = 'generated-7';

export const listOtherLists = (database: Database, operatorId: string): readonly ListComparison[] => [
  ...listContentLists(database),
  ...listCommunityLists(database, operatorId),
  ...listSystemLists(database, operatorId),
];

function listContentLists({ kysely }: Database): readonly ListComparison[] {
  const games = (name: string, search: string | undefined, condition: string): ListComparison => ({
    name: `games${name}`,
    ours: () => listConsoleGames(kysely, { games: undefined, search, limit }, new Date()),
    plain: `select g.game, g.published, g.config, p.recent_players, s.name as studio, live.build_number, live.ota_version,
        (select count(*) from build_drafts d where d.game = g.game) as drafts,
        (select players from game_days d where d.game = g.game and day = current_date) as players_today
      from games g left join game_popularity p using (game) left join studio_games using (game)
      left join studios s using (studio)
      left join lateral (select build_number, ota_version from builds b where b.game = g.game and url = '/'
        order by build_number desc limit 1) live on true
      where ${condition} order by g.game limit ${limit}`,
  });
  const documents = { type: null, portalOnly: false, after: null, limit };
  const versionsOf = `select document_id from documents where game is null and type = 'TOS' limit 1`;
  const acceptances = `coalesce(c.accepted, 0) + (select count(*) from document_acceptances a
      where a.version_id = v.version_id and a.accepted_at >= c.counted_until)`;
  const drafts = (name: string, state: 'open' | 'applied' | undefined, condition: string): ListComparison => ({
    name: `drafts${name}`,
    ours: () => listDrafts(kysely, { state, object: undefined, types: undefined, beforeDraftId: undefined, limit }),
    plain: `select draft_id, object, type, game, state, note, author, reverts, apply_at, failure, decided_by, decided_at,
        created_at, updated_at
      from content_drafts where ${condition} order by draft_id desc limit ${limit}`,
  });
  const news = (name: string, of: string | undefined): ListComparison => ({
    name: `news${name}`,
    ours: () => readNews(kysely, { game: of, locales, limit }),
    plain: `select news_id, game, priority, messages, link, icon_url, image_url, tags, created_at
      from news where ${of === undefined ? 'game is null' : `game = '${of}'`} order by created_at desc, news_id desc limit ${limit}`,
  });
  return [
    games('', undefined, 'true'),
    games(
      ' by name',
      'dragon',
      `(g.game like '%dragon%' or lower((g.config -> 'StorePage' -> 'Title')::text) like '%dragon%')`,
    ),
    {
      name: 'players of a game',
      ours: async () => {
        await requireGame(kysely, game);
        return listGamePlayers(kysely, { game, gameUid: undefined, after: undefined, limit });
      },
      plain: `select game_uid, connected_at, last_played_at, plays,
          (select count(*) from orders o where o.account_id = c.account_id and o.game = c.game and paid_at is not null)
        from connected_games c where game = '${game}' order by game_uid limit ${limit}`,
    },
    {
      name: 'store of a game',
      ours: () => readProducts(kysely, 'gem-miner'),
      plain: `select p.*, r.currency, r.price_minor from products p left join product_prices r using (game, sku)
        where p.game = 'gem-miner' order by p.sku`,
    },
    {
      name: 'errors of a game',
      ours: () => listGameErrors(kysely, game, { days: 7 }),
      plain: `select fingerprint, kind, message, place, sum(count), min(first_at), max(last_at), jsonb_agg(browsers),
          jsonb_agg(builds)
        from game_errors where game = '${game}' and day > current_date - 7
        group by fingerprint, kind, message, place order by sum(count) desc limit 500`,
    },
    {
      name: 'documents',
      ours: () => listOperatorDocuments(kysely, { ...documents, game: null }),
      plain: `select d.document_id, d.game, d.type, d.is_active, d.need_user_acceptance, v.number, v.created_at,
          ${acceptances} as acceptances
        from documents d
        join document_versions v on v.document_id = d.document_id
          and number = (select max(number) from document_versions n where n.document_id = d.document_id)
        left join document_acceptance_counts c using (version_id)
        order by coalesce(d.game, ''), d.type limit ${limit}`,
    },
    {
      name: 'documents of a game',
      ours: () => listOperatorDocuments(kysely, { ...documents, game }),
      plain: `select d.document_id, d.game, d.type, d.is_active, d.need_user_acceptance, v.number, v.created_at,
          ${acceptances} as acceptances
        from documents d
        join document_versions v on v.document_id = d.document_id
          and number = (select max(number) from document_versions n where n.document_id = d.document_id)
        left join document_acceptance_counts c using (version_id)
        where d.game = '${game}' order by d.type limit ${limit}`,
    },
    {
      name: 'versions of a document',
      ours: async () => {
        const [document] = await listOperatorDocuments(kysely, {
          ...documents,
          game: null,
          type: 'TOS',
          portalOnly: true,
          limit: 1,
        });
        return listDocumentVersions(kysely, { documentId: document?.document_id ?? '', before: null, limit });
      },
      plain: `select v.version_id, v.number, v.created_at, v.url, ${acceptances} as acceptances
        from document_versions v left join document_acceptance_counts c using (version_id)
        where document_id = (${versionsOf}) order by number desc limit ${limit}`,
    },
    news(' of the portal', undefined),
    news(' of a game', game),
    drafts('', undefined, 'true'),
    drafts(' that are open', 'open', `state = 'open'`),
  ];
}

function listCommunityLists(database: Database, operatorId: string): readonly ListComparison[] {
  const { kysely } = database;
  const tickets = (name: string, filter: TicketFilter, condition: string): ListComparison => ({
    name: `tickets${name}`,
    ours: () => readDeskTickets(kysely, buildTicketFilterSql(filter), limit),
    plain: `select t.*, o.name as assignee,
        (select jsonb_agg(r order by reply_id) from support_replies r where r.ticket_id = t.ticket_id) as replies,
        (select jsonb_agg(n order by note_id) from support_notes n where n.ticket_id = t.ticket_id) as notes
      from support_messages t left join operators o on o.operator_id = t.assigned_to
      where ${condition} order by changed_at desc limit ${limit}`,
  });
  const reviews = (name: string, filter: Partial<ReviewFilter>, condition: string): ListComparison => ({
    name: `reviews${name}`,
    ours: () =>
      listReviews(
        database,
        { games: undefined, isHidden: undefined, maxRating: undefined, before: undefined, ...filter },
        limit,
      ),
    plain: `select r.account_id, r.game, c.game_uid, a.name, r.rating, r.text, r.updated_at, r.hidden_at
      from reviews r join accounts a using (account_id)
      left join connected_games c on c.account_id = r.account_id and c.game = r.game
      where ${condition} order by r.updated_at desc limit ${limit}`,
  });
  const messages = (name: string, of: string | undefined): ListComparison => ({
    name: `push messages${name}`,
    ours: () => listBroadcasts(kysely, { game: of, before: undefined, limit }),
    plain: `select * from push_broadcasts ${of === undefined ? '' : `where game = '${of}'`} order by created_at desc limit ${limit}`,
  });
  return [
    tickets('', {}, 'true'),
    tickets(' that are open', { status: 'Open' }, `status = 'open'`),
    tickets(' of a game', { game }, `game = '${game}'`),
    tickets(' of an operator', { assigneeId: operatorId }, `assigned_to = '${operatorId}'`),
    tickets(' without an operator', { isUnassigned: true }, 'assigned_to is null'),
    tickets(
      ' that are open, without an operator',
      { status: 'Open', isUnassigned: true },
      `status = 'open' and assigned_to is null`,
    ),
    reviews('', {}, 'true'),
    reviews(' of a game', { games: [game] }, `r.game = '${game}'`),
    reviews(' that are hidden', { isHidden: true }, 'hidden_at is not null'),
    reviews(' with two stars at most', { maxRating: 2 }, 'rating <= 2'),
    messages('', undefined),
    messages(' of a game', game),
  ];
}

function listSystemLists(database: Database, operatorId: string): readonly ListComparison[] {
  const { kysely } = database;
  const operator: OperatorCaller = {
    kind: 'operator',
    id: operatorId,
    name: 'Operator',
    permissions: allPermissions,
    hasSteppedUp: true,
  };
  const approvals = (name: string, isOpen: boolean, condition: string): ListComparison => ({
    name: `approvals${name}`,
    ours: () => listApprovals(database, operator, { isOpen, beforeApprovalId: undefined, limit }),
    plain: `select * from approvals where ${condition} order by requested_at desc limit ${limit}`,
  });
  const entries = (name: string, query: Partial<AuditLogQuery>, condition: string): ListComparison => ({
    name: `audit log${name}`,
    ours: () => listAuditEntries(kysely, { ...query, limit }),
    plain: `select * from audit_log where ${condition} order by entry_id desc limit ${limit}`,
  });
  const deliveries = (name: string, state: 'dead' | undefined, condition: string): ListComparison => ({
    name: `deliveries${name}`,
    ours: async () => {
      await requireGame(kysely, 'gem-miner');
      return readGameDeliveries(kysely, { game: 'gem-miner', state, before: undefined, limit });
    },
    plain: `select d.*, a.* from deliveries d left join lateral (
        select * from delivery_attempts a where a.delivery_id = d.delivery_id order by number desc limit 1) a on true
      where game = 'gem-miner' and ${condition} order by d.created_at desc, d.delivery_id desc limit ${limit}`,
  });
  const rejected = (name: string, account: string | undefined, condition: string): ListComparison => ({
    name: `rejected webhooks${name}`,
    ours: () => readRejectedWebhooks(kysely, { account, before: undefined, limit }),
    plain: `select * from rejected_webhooks where ${condition} order by id desc limit ${limit}`,
  });
  const jobs = (name: string, job: string | undefined): ListComparison => ({
    name: `failed jobs${name}`,
    ours: () => listDeadJobs(kysely, { job, limit }),
    plain: `select id, name, created_on, source_retry_count, source_output ->> 'message' as error
      from pgboss.job where name = 'letter.dead' and state < 'active' order by created_on desc, id desc limit ${limit}`,
  });
  const month = { since: new Date(Date.now() - 60 * 86_400_000), until: new Date(Date.now() - 30 * 86_400_000) };
  return [
    approvals(' that are open', true, 'outcome is null and expires_at > now()'),
    approvals(' that are closed', false, 'outcome is not null or expires_at <= now()'),
    entries('', {}, 'true'),
    entries(' of an operator', { actor: operatorId }, `actor_id = '${operatorId}'`),
    entries(' of an operator by name', { actor: 'Operator 7' }, `actor_name = 'Operator 7'`),
    entries(' of a kind of object', { objectKind: 'order' }, `object_kind = 'order'`),
    entries(' of an action', { action: 'operatorOrders' }, `action like 'operatorOrders%'`),
    entries(' of an action that is rare', { action: 'operatorPlayers.erase' }, `action like 'operatorPlayers.erase%'`),
    entries(' of a month', month, `at >= '${month.since.toISOString()}' and at < '${month.until.toISOString()}'`),
    deliveries(' of a game', undefined, 'true'),
    deliveries(' of a game that failed', 'dead', `state = 'dead'`),
    rejected('', undefined, 'true'),
    rejected(' of a game', game, `account = '${game}'`),
    jobs('', undefined),
    jobs(' of a queue', 'letter'),
    {
      name: 'counts of jobs',
      ours: () => countJobs(kysely),
      plain: `select name, state, count(*), min(created_on) from pgboss.job where state <= 'active' group by name, state`,
    },
    {
      name: 'operators',
      ours: () => listOperators(kysely),
      plain: `select operator_id, email, name, role, studio, invited_by, created_at, last_seen_at, totp_sealed is not null
        from operators where removed_at is null order by email`,
    },
  ];
}

import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { PersonalInfo } from '#server/features/orders/ordering/personal-info.ts';
import { formatPrice } from '#server/features/store/format-price.ts';
import { createEvidenceTable, type EvidencePart } from './evidence.ts';

type OrderRow = Selectable<Tables['orders']>;
type Order = OrderRow & { readonly account_id: string };

export async function readBuyerEvidence(
  db: Kysely<Tables>,
  order: OrderRow,
  info: PersonalInfo | undefined,
): Promise<readonly EvidencePart[]> {
  if (!isOfAccount(order))
    return [
      { title: 'The buyer', holds: 'personal', note: 'The account was erased, and what was kept about it as well.' },
    ];
  return [
    await readAccount(db, order, info),
    await readSignIns(db, order),
    await readPlay(db, order),
    await readTerms(db, order),
    await readOtherOrders(db, order),
    await readMessages(db, order),
  ];
}

const isOfAccount = (order: OrderRow): order is Order => order.account_id !== null;

async function readAccount(db: Kysely<Tables>, order: Order, info: PersonalInfo | undefined): Promise<EvidencePart> {
  const { account_id: accountId } = order;
  const account = await db.selectFrom('accounts').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  const ways = await db
    .selectFrom('social_identities')
    .select(['type', 'confirmed'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute();
  return {
    title: 'The buyer',
    holds: 'personal',
    facts: {
      Account: accountId,
      Name: account?.name,
      'E-mail address of the account': account?.email,
      'Proved to be the buyer’s': account?.email_validated,
      'E-mail address for the receipt': info?.email,
      'Phone number for the receipt': info?.phone,
      Country: account?.geo_country,
      'Account made': account?.created_at,
      'Ways to sign in': ways.map(({ type, confirmed }) => (confirmed ? type : `${type} (not confirmed)`)).join(', '),
      'Player in the game': order.game_uid,
    },
  };
}

async function readSignIns(db: Kysely<Tables>, order: Order): Promise<EvidencePart> {
  const rows = await db
    .selectFrom('sessions')
    .select(['created_at', 'last_seen_at', 'begun_by', 'proved_at', 'network', 'country', 'user_agent', 'game'])
    .where('account_id', '=', order.account_id)
    .orderBy('created_at', 'desc')
    .limit(maxRows)
    .execute();
  return {
    title: 'Sign-ins',
    holds: 'personal',
    note: 'The newest first. Of an address its network is kept and no more. A session that was in use when the order was made is marked.',
    table: createEvidenceTable(rows, {
      'Signed in': (row) => row.created_at,
      'Last used': (row) => row.last_seen_at,
      'In use at the order': (row) => row.created_at <= order.created_at && row.last_seen_at >= order.created_at,
      By: (row) => row.begun_by,
      Proved: (row) => row.proved_at,
      Network: (row) => row.network,
      Country: (row) => row.country,
      Game: (row) => row.game ?? 'the portal',
      Browser: (row) => row.user_agent,
    }),
  };
}

async function readPlay(db: Kysely<Tables>, { account_id: accountId, game, ...order }: Order): Promise<EvidencePart> {
  const since = order.paid_at ?? order.created_at;
  const connection = await db
    .selectFrom('connected_games')
    .select(['connected_at', 'last_played_at'])
    .where('account_id', '=', accountId)
    .where('game', '=', game)
    .executeTakeFirst();
  const ofGame = db.selectFrom('in_game_events').where('account_id', '=', accountId).where('game', '=', game);
  const counted = await ofGame
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('created_at', '>=', since)
    .executeTakeFirst();
  const rows = await ofGame
    .select(['created_at', 'code', 'value'])
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .limit(maxRows)
    .execute();
  return {
    title: 'Play after the payment',
    holds: 'personal',
    note: `What the game has reported since it was paid; the first ${maxRows} of it are below.`,
    facts: {
      'Began to play the game': connection?.connected_at,
      'Played last': connection?.last_played_at,
      'Played after the payment': (connection?.last_played_at ?? new Date(0)) > since,
      'Events of play since then': counted?.count ?? 0,
    },
    table: createEvidenceTable(rows, {
      When: (row) => row.created_at,
      What: (row) => row.code,
      Value: (row) => row.value ?? '—',
    }),
  };
}

async function readTerms(db: Kysely<Tables>, { account_id: accountId, ...order }: Order): Promise<EvidencePart> {
  const rows = await db
    .selectFrom('document_acceptances')
    .innerJoin('document_versions', 'document_versions.version_id', 'document_acceptances.version_id')
    .innerJoin('documents', 'documents.document_id', 'document_versions.document_id')
    .select(['accepted_at', 'documents.type', 'documents.game', 'number', 'document_versions.version_id', 'url'])
    .select('document_versions.created_at as published_at')
    .where('document_acceptances.account_id', '=', accountId)
    .where((eb) => eb.or([eb('documents.game', 'is', null), eb('documents.game', '=', order.game)]))
    .orderBy('accepted_at')
    .execute();
  return {
    title: 'Terms that were accepted',
    holds: 'personal',
    note: 'TOS: terms of service. PP: privacy policy. The text of a version: npm run documents -- show.',
    table: createEvidenceTable(rows, {
      Accepted: (row) => row.accepted_at,
      'Before the order': (row) => row.accepted_at <= order.created_at,
      Document: (row) => row.type,
      Of: (row) => row.game ?? 'the portal',
      Version: (row) => row.number,
      Published: (row) => row.published_at,
      Id: (row) => row.version_id,
      'Where it is': (row) => row.url ?? 'on the portal itself',
    }),
  };
}

/** Earlier purchases without disputes make this one credible. */
async function readOtherOrders(db: Kysely<Tables>, order: Order): Promise<EvidencePart> {
  const rows = await db
    .selectFrom('orders')
    .select(['created_at', 'paid_at', 'game', 'sku', 'price_minor', 'currency', 'status', 'order_id'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('ledger')
            .select('kind')
            .whereRef('ledger.order_id', '=', 'orders.order_id')
            .where('kind', '=', 'disputed'),
        )
        .as('is_disputed'),
    )
    .where('account_id', '=', order.account_id)
    .where('order_id', '<>', order.order_id)
    .where('paid_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(maxRows)
    .execute();
  return {
    title: 'Other purchases of the account',
    holds: 'personal',
    table: createEvidenceTable(rows, {
      Paid: (row) => row.paid_at,
      Order: (row) => row.order_id,
      Game: (row) => row.game,
      SKU: (row) => row.sku,
      Price: (row) => formatPrice({ minor: row.price_minor, currency: row.currency }, 'en'),
      Status: (row) => row.status,
      Disputed: (row) => Boolean(row.is_disputed),
    }),
  };
}

async function readMessages(db: Kysely<Tables>, order: Order): Promise<EvidencePart> {
  const rows = await db
    .selectFrom('support_messages')
    .select(['created_at', 'ticket_id', 'game', 'message'])
    .where('account_id', '=', order.account_id)
    .where('created_at', '>=', order.created_at)
    .orderBy('created_at')
    .limit(maxRows)
    .execute();
  return {
    title: 'Messages to support since the order',
    holds: 'personal',
    table: createEvidenceTable(rows, {
      When: (row) => row.created_at,
      Ticket: (row) => row.ticket_id,
      Game: (row) => row.game ?? 'the portal',
      Message: (row) => row.message,
    }),
  };
}

const maxRows = 100;

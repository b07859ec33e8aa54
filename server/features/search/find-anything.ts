// Finds anything by an exact id, email or name. An id of ours or the email of an account takes one short statement; only
// if it finds nothing, everything else is looked up in a second one. Numbers of providers are found with and without
// dashes, in any case.
import type { Kysely } from 'kysely';
import { defineStatement } from '#server/db/define-statement.ts';
import { parseUuid } from '#model/parse-uuid.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';

export type FoundKind = 'Player' | 'Order' | 'Delivery' | 'Ticket' | 'Game' | 'Request';

export type MatchedBy =
  | 'AccountId'
  | 'Email'
  | 'Name'
  | 'Identity'
  | 'GameUid'
  | 'OrderId'
  | 'ProviderPayment'
  | 'Transaction'
  | 'Refund'
  | 'TicketId'
  | 'DeliveryId'
  | 'RequestId'
  | 'GameName';

export interface FoundRow {
  readonly kind: FoundKind;
  readonly id: string;
  readonly matched_by: MatchedBy;
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly game: string | null;
}

interface FindParams {
  readonly uuid: string | null;
  readonly text: string;
  /** Without dashes, for numbers of providers. */
  readonly number: string;
  readonly type: string;
  readonly typed: string;
  readonly kinds: FoundKind[];
}

/**
 * Ids of ours are the most frequent, so they have a statement of their own: PostgreSQL prepares every part of a statement
 * for each execution, also those that its parameters rule out.
 */
const findByUuid = defineStatement<Pick<FindParams, 'uuid'>, FoundRow>(
  ({ uuid }) => `
  select 'Player' as kind, account_id as id, 'AccountId' as matched_by, name as title, coalesce(email, '') as subtitle,
    null::text as game
  from accounts where account_id = ${uuid}
  union all select 'Order', order_id, 'OrderId', sku, status, game from orders where order_id = ${uuid}
  union all select 'Delivery', delivery_id, 'DeliveryId', type, state, game from deliveries where delivery_id = ${uuid}`,
);

const findByEmail = defineStatement<Pick<FindParams, 'text'>, FoundRow>(
  ({ text }) => `
  select 'Player' as kind, account_id::text as id, 'Email' as matched_by, name as title, email as subtitle,
    null::text as game
  from accounts where lower(email) = lower(${text}) limit 10`,
);

const findByText = defineStatement<Omit<FindParams, 'uuid'>, FoundRow>(
  ({ text, number, type, typed, kinds }) => `
  with players as (
    (select account_id, 'Identity' as matched_by, type || ':' || external_id as subtitle, game from social_identities
    where lower(external_id) = lower(${text}) and 'Player' = any(${kinds}::text[]) limit 10)
    union all
    (select account_id, 'Identity', type || ':' || external_id, game from social_identities
    where lower(external_id) = lower(${typed}) and lower(type) = lower(${type}) and ${typed} <> ''
      and 'Player' = any(${kinds}::text[]) limit 10)
    union all
    (select account_id, 'GameUid', game_uid, game from connected_games
    where lower(game_uid) = lower(${text}) and 'Player' = any(${kinds}::text[]) limit 10)
    union all
    (select account_id, 'Name', coalesce(email, ''), null from accounts
    where lower(name) = lower(${text}) and 'Player' = any(${kinds}::text[]) limit 10)
  ), numbers as (
    (select order_id, 'ProviderPayment' as matched_by, provider || ' ' || provider_payment_id as subtitle
    from payment_attempts
    where lower(replace(provider_payment_id, '-', '')) = lower(${number}) and 'Order' = any(${kinds}::text[]) limit 10)
    union all
    (select order_id, 'Transaction', provider || ' ' || transaction_id from ledger
    where lower(replace(transaction_id, '-', '')) = lower(${number}) and 'Order' = any(${kinds}::text[]) limit 10)
    union all
    (select order_id, 'Refund', provider_refund_id from refunds
    where lower(replace(provider_refund_id, '-', '')) = lower(${number}) and 'Order' = any(${kinds}::text[]) limit 10)
  )
  select 'Player' as kind, account_id::text as id, p.matched_by, a.name as title, p.subtitle, p.game
  from players p join accounts a using (account_id)
  union all
  select 'Order', order_id::text, n.matched_by, o.sku, n.subtitle, o.game from numbers n join orders o using (order_id)
  union all
  select 'Ticket', ticket_id, 'TicketId', left(message, 200), status, game from support_messages
  where ticket_id in (${text}, upper(${text})) and 'Ticket' = any(${kinds}::text[])
  union all
  (select 'Ticket', ticket_id, 'Email', left(message, 200), status, game from support_messages
  where email = lower(${text}) and 'Ticket' = any(${kinds}::text[]) order by created_at desc limit 10)
  union all
  (select 'Game', game, 'GameName', config #>> '{StorePage,Title,en}', game, game from games
  where game = lower(${text}) and 'Game' = any(${kinds}::text[]))
  union all
  (select 'Game', n.game, 'GameName', n.name, n.game, n.game from game_names n
  where n.name = lower(${text}) and n.game <> lower(${text}) and 'Game' = any(${kinds}::text[]) limit 10)
  union all
  (select 'Request', request_id, 'RequestId', action, actor_name, game from audit_log
  where request_id = ${text} and 'Request' = any(${kinds}::text[]) limit 1)`,
);

async function findByOwnId(db: Kysely<Tables>, { uuid, text, kinds }: FindParams): Promise<FoundRow[]> {
  if (uuid !== null) return (await findByUuid(db, { uuid })).filter(({ kind }) => kinds.includes(kind));
  return text.includes('@') && kinds.includes('Player') ? findByEmail(db, { text }) : [];
}

function buildFindParams(given: string, kinds: readonly FoundKind[]): FindParams {
  const text = given.trim();
  const [type = '', ...rest] = text.split(':');
  return {
    uuid: parseUuid(text) ?? null,
    text,
    number: text.replaceAll('-', ''),
    type,
    typed: rest.join(':'),
    kinds: [...kinds],
  };
}

/** Each object once, however many ways lead to it. */
export async function findAnything(
  { kysely }: Pick<Database, 'kysely'>,
  text: string,
  kinds: readonly FoundKind[],
): Promise<FoundRow[]> {
  const { uuid, ...params } = buildFindParams(text, kinds);
  const own = await findByOwnId(kysely, { uuid, ...params });
  const rows = own.length > 0 ? own : await findByText(kysely, params);
  return [...new Map(rows.toReversed().map((row) => [`${row.kind} ${row.id}`, row])).values()].toReversed();
}

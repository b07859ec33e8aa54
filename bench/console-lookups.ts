// The console's search for each kind of id, and the statement that looks only where that id is.
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { defineStatement } from '#server/db/define-statement.ts';
import { findAnything } from '#server/features/search/find-anything.ts';
import type { FoundKind } from '#server/features/search/lookups.ts';
import type { Comparison } from './compare-statements.ts';

const maxRatio = 1.5;
const lookups = 200;
const kinds: readonly FoundKind[] = ['Player', 'Order', 'Delivery', 'Ticket', 'Game', 'Request'];

interface Wanted {
  readonly name: string;
  /** Selects `value`. */
  readonly values: RawBuilder<{ value: string }>;
  readonly bare: (value: string) => string;
}

export async function listLookups(database: Database): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = [];
  for (const { name, values, bare } of wanted) {
    const { rows } = await sql<{ value: string }>`
      select value from (${values}) ids (value) limit ${lookups}`.execute(database.kysely);
    const statement = defineStatement<{ value: string }, object>(({ value }) => bare(value));
    comparisons.push({
      name,
      ours: (value) => expectRows(name, findAnything(database, value, kinds)),
      bare: (value) => expectRows(name, statement(database.kysely, { value })),
      values: rows.map(({ value }) => value),
      maxRatio,
    });
  }
  return comparisons;
}

async function expectRows(name: string, found: Promise<readonly unknown[]>): Promise<void> {
  if ((await found).length === 0) throw new Error(`The search for ${name} found nothing.`);
}

const player = 'a.account_id, a.name, a.email';
const order = 'o.order_id, o.sku, o.status, o.game';
const plain = (column: string): string => `lower(replace(${column}, '-', ''))`;
const samples = (table: string, column: string, pattern: string) =>
  sql<{ value: string }>`select ${sql.ref(column)} from ${sql.table(table)} where ${sql.ref(column)} ~ ${pattern}`;

const wanted: readonly Wanted[] = [
  {
    name: 'account id',
    values: sql`select account_id::text from accounts`,
    bare: (value) => `select ${player} from accounts a where account_id = ${value}`,
  },
  {
    name: 'email',
    values: sql`select email from accounts where email is not null`,
    bare: (value) => `select ${player} from accounts a where lower(email) = lower(${value})`,
  },
  {
    name: 'name of two words',
    values: samples('accounts', 'name', '^Player \\d'),
    bare: (value) => `select ${player} from accounts a where lower(name) = lower(${value}) limit 10`,
  },
  {
    name: 'name of one word',
    values: samples('accounts', 'name', '^gamer_'),
    bare: (value) => `select ${player} from accounts a where lower(name) = lower(${value}) limit 10`,
  },
  {
    name: 'platform user id',
    values: samples('social_identities', 'external_id', '^1000'),
    bare: (value) => `select ${player}, i.type, i.external_id
      from social_identities i join accounts a using (account_id) where lower(external_id) = lower(${value}) limit 10`,
  },
  {
    name: 'platform user id with its platform',
    values: sql`select 'google:' || external_id from social_identities where external_id ~ '^1000'`,
    bare: (value) => `select ${player}, i.type, i.external_id
      from social_identities i join accounts a using (account_id)
      where lower(external_id) = lower(split_part(${value}, ':', 2)) and lower(type) = split_part(${value}, ':', 1) limit 10`,
  },
  {
    name: 'game uid of ours',
    values: samples('connected_games', 'game_uid', '^[0-9a-f]{8}-'),
    bare: (value) => `select ${player}, c.game, c.game_uid
      from connected_games c join accounts a using (account_id) where lower(game_uid) = lower(${value}) limit 10`,
  },
  {
    name: 'game uid of the game',
    values: samples('connected_games', 'game_uid', '^generated-'),
    bare: (value) => `select ${player}, c.game, c.game_uid
      from connected_games c join accounts a using (account_id) where lower(game_uid) = lower(${value}) limit 10`,
  },
  {
    name: 'order id',
    values: sql`select order_id::text from orders`,
    bare: (value) => `select ${order} from orders o where order_id = ${value}`,
  },
  {
    name: 'provider payment id',
    values: samples('payment_attempts', 'provider_payment_id', '^pi_'),
    bare: (value) => `select ${order}, t.provider, t.provider_payment_id
      from payment_attempts t join orders o using (order_id) where ${plain('provider_payment_id')} = lower(${value})`,
  },
  {
    name: 'provider payment id that is a UUID',
    values: samples('payment_attempts', 'provider_payment_id', '^[0-9a-f]{8}-'),
    bare: (value) => `select ${order}, t.provider, t.provider_payment_id
      from payment_attempts t join orders o using (order_id) where ${plain('provider_payment_id')} = ${plain(value)}`,
  },
  {
    name: 'transaction id',
    values: samples('ledger', 'transaction_id', '^ch_'),
    bare: (value) => `select ${order}, l.provider, l.transaction_id
      from ledger l join orders o using (order_id) where ${plain('transaction_id')} = lower(${value})`,
  },
  {
    name: 'refund',
    values: samples('refunds', 'provider_refund_id', '^re_'),
    bare: (value) => `select ${order}, r.provider_refund_id
      from refunds r join orders o using (order_id) where ${plain('provider_refund_id')} = lower(${value})`,
  },
  {
    name: 'ticket',
    values: sql`select ticket_id from support_messages`,
    bare: (value) => `select ticket_id, message, status, game from support_messages where ticket_id = ${value}`,
  },
  {
    name: 'delivery id',
    values: sql`select delivery_id::text from deliveries`,
    bare: (value) => `select delivery_id, type, state, game from deliveries where delivery_id = ${value}`,
  },
  {
    name: 'request id',
    values: sql`select request_id from audit_log`,
    bare: (value) => `select request_id, action, actor_name, game from audit_log where request_id = ${value} limit 10`,
  },
  {
    name: 'game',
    values: sql`select game from games where game !~ '^generated-'`,
    bare: (value) => `select game, config #>> '{StorePage,Title,en}' as title from games where game = ${value}`,
  },
];

// The command `npm run orders`: finds orders, shows one's history, refunds, sends a delivery again, collects evidence
// for a bank, and lists discrepancies between the providers' records and ours.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { AuditedCommand } from '#model/audit-log.ts';
import { parseUuid } from '#model/parse-uuid.ts';
import type { AskConfirmation } from '#server/db/confirm.ts';
import { nameCommandOperator } from '#server/db/name-command-operator.ts';
import { buildUsageError, readCommand, describeUsage, type SubcommandDefinitions } from '#server/db/read-command.ts';
import { recordCommand, type RecordChange } from '#server/features/audit-log/audit-log.ts';
import { redeliverByOperator } from '#server/features/deliveries/redeliver-by-operator.ts';
import type { OrdersDeps } from '#server/features/orders/orders-deps.ts';
import type { PlannedRefund } from '#server/features/orders/refunds/request-refund.ts';
import { describeFoundOrders } from '#server/features/orders/search/describe-found-orders.ts';
import { findOrders, findUnmatchedEvents } from '#server/features/orders/search/find-orders.ts';
import { findPlayers } from '#server/features/players/find-players.ts';
import { formatPrice } from '#server/features/store/format-price.ts';
import { readEvidence } from './evidence/read-evidence.ts';
import { writeEvidencePage } from './evidence/write-evidence-page.ts';
import { planRefundByOperator, refundByOperator } from './refund-by-operator.ts';
import { parseOrderSearchOptions, orderSearchOptions, type RequestedSearch } from './parse-order-search-options.ts';

type OrdersArguments =
  | ({ readonly action: 'find' } & RequestedSearch)
  | { readonly action: 'show' | 'replay'; readonly id: string }
  | {
      readonly action: 'refund';
      readonly id: string;
      readonly partMinor?: number;
      readonly reason?: string;
      readonly isConfirmed: boolean;
    }
  | { readonly action: 'evidence'; readonly id: string; readonly file: string }
  | { readonly action: 'differences'; readonly days: number };

const forms = {
  find: {
    words: ['any id?'],
    options: orderSearchOptions,
    does: "finds orders by our id, a provider's or platform's id, player, days (UTC), state or amount",
  },
  show: { words: ['order id'], does: "shows the order's history; takes any of its ids" },
  refund: {
    words: ['order id'],
    options: { part: 'minor units', reason: 'text for the audit log', yes: true },
    does: 'refunds all or part of it; asks first unless --yes is given',
  },
  replay: { words: ['delivery id'], does: 'sends the delivery again, with the same id' },
  evidence: { words: ['order id', 'file'], does: 'writes one page of evidence about the purchase and its delivery' },
  differences: {
    words: [],
    options: { days: 'number' },
    does: "lists differences between the providers' records and ours",
  },
} as const satisfies SubcommandDefinitions;

export function readOrdersArguments(words: readonly string[]): OrdersArguments {
  const asked = readCommand('orders', forms, words);
  const refuse = (what: string): Error => buildUsageError(what, describeUsage('orders', forms));
  if (asked.action === 'find') {
    try {
      return { action: asked.action, ...parseOrderSearchOptions(asked.words[0], asked.options) };
    } catch (error) {
      throw refuse((error as Error).message);
    }
  }
  if (asked.action === 'differences') {
    const days = Number(asked.options.days ?? 30);
    if (!Number.isSafeInteger(days) || days < 1 || days > 3660) throw refuse('--days must be a number from 1 to 3660.');
    return { action: asked.action, days };
  }
  const [id] = asked.words;
  if (asked.action === 'evidence') return { action: asked.action, id, file: asked.words[1] };
  if (asked.action === 'replay') {
    const deliveryId = parseUuid(id);
    if (deliveryId === undefined) throw refuse(`${id} isn't an id.`);
    return { action: asked.action, id: deliveryId };
  }
  if (asked.action === 'show') return { action: asked.action, id };
  const { reason } = asked.options;
  const refund = {
    action: asked.action,
    id,
    isConfirmed: asked.options.yes === true,
    ...(reason !== undefined && { reason }),
  };
  if (asked.options.part === undefined) return refund;
  const partMinor = Number(asked.options.part);
  if (!Number.isSafeInteger(partMinor) || partMinor <= 0)
    throw refuse('--part must be a whole number of minor units, such as cents.');
  return { ...refund, partMinor };
}

interface OrdersCommandParts {
  readonly orders: OrdersDeps;
  readonly report: (line: string) => void;
  readonly confirm: AskConfirmation;
  readonly from: string;
}

export async function runOrdersCommand(asked: OrdersArguments, parts: OrdersCommandParts): Promise<void> {
  switch (asked.action) {
    case 'find':
      return find(asked, parts);
    case 'show':
      return show(await requireOrder(asked.id, parts), parts);
    case 'refund':
      return refund(asked, await requireOrder(asked.id, parts), parts);
    case 'replay':
      return replay(asked.id, parts);
    case 'evidence':
      return writeEvidence(asked.file, await requireOrder(asked.id, parts), parts);
    case 'differences':
      return differences(asked.days, parts);
  }
}

async function find(
  { search, player, limit }: RequestedSearch,
  { orders: { database }, report }: OrdersCommandParts,
): Promise<void> {
  const players = player === undefined ? [] : await findPlayers(database, player, maxPlayers);
  if (players.length === maxPlayers)
    throw new Error(`${player} matches ${maxPlayers} players or more. Give an account id or email.`);
  if (players.length > 1)
    for (const { account_id: id, name, email } of players)
      report(`player ${id}  ${name || '(no name)'}  ${email ?? '(no address)'}`);
  const accountIds = players.flatMap(({ account_id: id, merged_into: into }) => [id, ...(into === null ? [] : [into])]);
  const found = await findOrders(
    database.kysely,
    { ...search, ...(player !== undefined && { player: { accountIds, gameUid: player } }) },
    limit,
  );
  for (const line of describeFoundOrders(found)) report(line);
  if (found.orders.length > 0) return;
  const unmatched = search.number === undefined ? [] : await findUnmatchedEvents(database.kysely, search.number);
  for (const { provider, event, receivedAt, outcome } of unmatched)
    report(
      `${receivedAt.toISOString()}  ${provider} reported "${event.kind}" for this number without an order of ours (${outcome}).`,
    );
  if (unmatched.length === 0)
    report(player !== undefined && players.length === 0 ? `No player or order matches ${player}.` : 'No orders found.');
}

const maxPlayers = 200;

async function requireOrder(id: string, { orders: { database } }: OrdersCommandParts): Promise<string> {
  const { orders } = await findOrders(database.kysely, { number: id }, 10);
  const [order] = orders;
  if (!order) throw new Error(`There is no order ${id}.`);
  if (orders.length > 1)
    throw new Error(`${id} belongs to several orders. Choose one: ${orders.map(({ orderId }) => orderId).join(', ')}`);
  return order.orderId;
}

async function show(orderId: string, { orders: { database }, report }: OrdersCommandParts): Promise<void> {
  const { kysely } = database;
  const order = await kysely.selectFrom('orders').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  if (!order) throw new Error(`There is no order ${orderId}.`);
  const { price_minor: minor, currency } = order;
  report(`${orderId}  ${order.status}`);
  report(`${order.quantity} × ${order.sku} of ${order.game} for ${formatPrice({ minor, currency }, 'en')}`);
  report(`account ${order.account_id ?? '(erased)'}  player ${order.game_uid}  on ${order.platform}`);
  const attempts = await kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();
  for (const { number, provider, state, provider_payment_id: name, checks } of attempts)
    report(`attempt ${number}  ${provider}  ${state}  ${name ?? '(no name yet)'}  looked at ${checks} times`);
  const ledger = await kysely.selectFrom('ledger').selectAll().where('order_id', '=', orderId).execute();
  for (const { kind, transaction_id: id, amount_minor: amount, is_test: isTest } of ledger)
    report(`${kind}  ${formatPrice({ minor: amount, currency }, 'en')}  ${id}${isTest ? '  (test money)' : ''}`);
  const refunds = await kysely
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();
  for (const { refund_id: id, amount_minor: amount, reason, state, provider_refund_id: name } of refunds)
    report(
      `refund ${id}  ${formatPrice({ minor: amount, currency }, 'en')}  ${reason}  ${state}  ${name ?? ''}`.trimEnd(),
    );
  const events = await kysely
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  for (const { at, kind, detail } of events) {
    const details = Object.entries(detail).map(([name, value]) => `${name} ${String(value)}`);
    report([at.toISOString(), kind, ...details].join('  '));
  }
}

async function refund(
  { partMinor, isConfirmed, reason }: Extract<OrdersArguments, { action: 'refund' }>,
  orderId: string,
  { orders, report, confirm }: OrdersCommandParts,
): Promise<void> {
  const plan = await planRefundByOperator(orders, orderId, partMinor);
  const { amountMinor, attemptId, transactionId } = plan;
  if (!isConfirmed) {
    const question = `${await describeRefund(plan, orderId, orders)} Send it back?`;
    const answer = await confirm(question);
    if (answer === 'no terminal')
      throw new Error(
        `${question}\nNothing was refunded: there is no terminal to confirm in. Run the command again with --yes.`,
      );
    if (answer === 'no') throw new Error('Nothing was refunded.');
  }
  const refundId = randomUUID();
  const request = { refundId, amountMinor, charge: { attemptId, transactionId }, reason };
  const { currency } = await refundByOperator(orders, orderId, request, record('orders refund'));
  const sent = formatPrice({ minor: amountMinor, currency }, 'en');
  report(`${sent} go back as ${refundId}. Follow it with: npm run orders -- show ${orderId}`);
}

const record = (command: AuditedCommand): RecordChange => recordCommand(command, nameCommandOperator());

/** Amount, currency, player and provider, which a person must read before confirming. */
async function describeRefund(
  { amountMinor: minor, currency, provider, transactionId }: PlannedRefund,
  orderId: string,
  { database }: OrdersDeps,
): Promise<string> {
  const { orders } = await findOrders(database.kysely, { number: orderId }, 1);
  const { accountId = null, playerName = null, gameUid = '', quantity = 1, sku = '', game = '' } = orders[0] ?? {};
  const player =
    accountId === null ? `the erased player ${gameUid}` : `${playerName || '(no name)'} (account ${accountId})`;
  return (
    `${formatPrice({ minor, currency }, 'en')} (${currency}) go back to ${player} through ${provider}, ` +
    `of the payment ${transactionId} for ${quantity} × ${sku} of ${game}, order ${orderId}.`
  );
}

async function replay(deliveryId: string, { orders: { database }, report }: OrdersCommandParts): Promise<void> {
  await redeliverByOperator(database, { deliveryId, game: undefined }, record('orders replay'));
  report('Sending it again, with the same id.');
}

/** Never overwrites a file, and only its owner may read it: it contains more about one person than any page shows. */
async function writeEvidence(file: string, id: string, { orders, report, from }: OrdersCommandParts): Promise<void> {
  const evidence = await readEvidence(orders, id);
  if (!evidence) throw new Error(`There is no order ${id}.`);
  const path = resolve(from, file);
  await orders.database.transaction((trx) => record('orders evidence')(trx, { object: { kind: 'order', id } }));
  try {
    await writeFile(path, writeEvidencePage(evidence), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Error(`${path} already exists. Choose another file.`, { cause: error });
    if (code === 'ENOENT') throw new Error(`There is no folder for ${path}.`, { cause: error });
    throw error;
  }
  const personal = evidence.parts.filter(({ holds }) => holds === 'personal').map(({ title }) => title);
  report(`The evidence for ${id} is in ${path}. Open it in a browser and print it to a PDF.`);
  report(
    `It contains personal data: ${personal.join(', ')}. Send it only to the bank or provider that decides, then delete it.`,
  );
}

async function differences(days: number, { orders: { database, now }, report }: OrdersCommandParts): Promise<void> {
  const found = await database.kysely
    .selectFrom('payment_discrepancies')
    .selectAll()
    .where('found_at', '>', new Date(now().getTime() - days * 24 * 3_600_000))
    .orderBy('found_at')
    .execute();
  for (const {
    found_at: at,
    kind,
    event_kind: event,
    transaction_id: id,
    order_id: orderId,
    detail,
    ...rest
  } of found) {
    const { amount_minor: minor, currency, provider: folder, account } = rest;
    const provider = account === '' ? folder : `${folder} of ${account}`;
    const amount = minor === null || currency === null ? 'no amount' : formatPrice({ minor, currency }, 'en');
    const words = [at.toISOString(), kind, provider, event, amount, id, orderId ?? '(no order)'];
    report([...words, ...(detail === null ? [] : [detail])].join('  '));
  }
  if (found.length === 0) report(`No differences from the providers' records in the last ${days} days.`);
}

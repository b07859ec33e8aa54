// What the command `npm run orders` does: shows the story of an order, sends money back, sends a delivery once more, gathers what a bank
// asks for about an order, and lists in what the providers' books and ours have differed.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Value } from 'typebox/value';
import { Problem } from '#model/problem.ts';
import { uuid } from '#model/schema.ts';
import { buildUsageError, readCommand, describeUsage, type Forms } from '#server/db/read-command.ts';
import { replayDelivery } from '#server/features/deliveries/replay-delivery.ts';
import type { OrdersDeps } from '#server/features/orders/orders-deps.ts';
import { requestRefund } from '#server/features/orders/refunds/request-refund.ts';
import { formatPrice } from '#server/features/store/format-price.ts';
import { readEvidence } from './evidence/read-evidence.ts';
import { writeEvidencePage } from './evidence/write-evidence-page.ts';

export type OrdersArguments =
  | { readonly action: 'show' | 'replay'; readonly id: string }
  /** With a part: only so much. */
  | { readonly action: 'refund'; readonly id: string; readonly partMinor?: number }
  | { readonly action: 'evidence'; readonly id: string; readonly file: string }
  | { readonly action: 'differences'; readonly days: number };

const forms = {
  show: { words: ['order id'], does: 'what happened to it, line by line' },
  refund: { words: ['order id'], options: { part: 'minor units' }, does: 'sends back all of it, or a part' },
  replay: { words: ['delivery id'], does: 'tells the game once more, with the same id' },
  evidence: { words: ['order id', 'file'], does: 'all that shows who bought it and got it, as one page' },
  differences: { words: [], options: { days: 'number' }, does: "in what the providers' books and ours differed" },
} as const satisfies Forms;

export function readOrdersArguments(words: readonly string[]): OrdersArguments {
  const asked = readCommand('orders', forms, words);
  const refuse = (what: string): Error => buildUsageError(what, describeUsage('orders', forms));
  if (asked.action === 'differences') {
    const days = Number(asked.options.days ?? 30);
    if (!Number.isSafeInteger(days) || days < 1 || days > 3660) throw refuse('--days takes a number from 1 to 3660.');
    return { action: asked.action, days };
  }
  const [id] = asked.words;
  if (!isId(id)) throw refuse(`${id} is no id.`);
  if (asked.action === 'evidence') return { action: asked.action, id, file: asked.words[1] };
  if (asked.action !== 'refund' || asked.options.part === undefined) return { action: asked.action, id };
  const partMinor = Number(asked.options.part);
  if (!Number.isSafeInteger(partMinor) || partMinor <= 0)
    throw refuse('--part takes a whole number of minor units, such as cents.');
  return { action: asked.action, id, partMinor };
}

// Without the type that a check by schema brings: what is no id is still a text.
const isId = (text: string): boolean => Value.Check(uuid, text);

export interface OrdersCommandParts {
  readonly orders: OrdersDeps;
  readonly report: (line: string) => void;
  /** Where a file that is named is. */
  readonly from: string;
}

export async function runOrdersCommand(asked: OrdersArguments, parts: OrdersCommandParts): Promise<void> {
  switch (asked.action) {
    case 'show':
      return show(asked.id, parts);
    case 'refund':
      return refund(asked, parts);
    case 'replay':
      return replay(asked.id, parts);
    case 'evidence':
      return writeEvidence(asked, parts);
    case 'differences':
      return differences(asked.days, parts);
  }
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
  { id, partMinor }: Extract<OrdersArguments, { action: 'refund' }>,
  { orders, report }: OrdersCommandParts,
): Promise<void> {
  const wish = { reason: 'operator' as const, ...(partMinor !== undefined && { amountMinor: partMinor }) };
  const end = await requestRefund(orders, id, wish);
  switch (end.outcome) {
    case 'requested': {
      const { amountMinor: minor, currency, refundId } = end;
      report(
        `${formatPrice({ minor, currency }, 'en')} go back as ${refundId}. Follow it with: npm run orders -- show ${id}`,
      );
      return;
    }
    case 'unknown order':
      throw new Error(`There is no order ${id}.`);
    case 'whole only':
      throw new Problem('Conflict', `${end.provider} sends back a whole payment and no part of one. ${end.remedy}`);
    case 'nothing to return':
      throw new Error(`Nothing is left to return of ${id}: nothing was paid, or all of it went back or is on its way.`);
  }
}

async function replay(deliveryId: string, { orders: { database }, report }: OrdersCommandParts): Promise<void> {
  const end = await database.transaction((trx) => replayDelivery(trx, deliveryId));
  if (end === 'unknown') throw new Error(`There is no delivery ${deliveryId}.`);
  if (end === 'undone')
    throw new Error('The money of this order went back: what was bought must not be granted again.');
  report(end === 'too soon' ? 'It was sent again a moment ago.' : 'It is sent once more, with the same id.');
}

/** Once, and for its owner alone: more is gathered there about one person than any page shows. */
async function writeEvidence(
  { id, file }: Extract<OrdersArguments, { action: 'evidence' }>,
  { orders, report, from }: OrdersCommandParts,
): Promise<void> {
  const evidence = await readEvidence(orders, id);
  if (!evidence) throw new Error(`There is no order ${id}.`);
  const path = resolve(from, file);
  try {
    await writeFile(path, writeEvidencePage(evidence), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Error(`${path} is there already. Name another file.`, { cause: error });
    if (code === 'ENOENT') throw new Error(`There is no folder for ${path}.`, { cause: error });
    throw error;
  }
  const personal = evidence.parts.filter(({ holds }) => holds === 'personal').map(({ title }) => title);
  report(`The evidence for ${id} is in ${path}. Open it in a browser and print it into a PDF.`);
  report(`About the buyer are: ${personal.join(', ')}. Send it to whoever decides, and delete it afterwards.`);
}

/** What the daily comparison with the providers' own lists has found, and purchases that are not what we sell. */
async function differences(days: number, { orders: { database, now }, report }: OrdersCommandParts): Promise<void> {
  const found = await database.kysely
    .selectFrom('payment_differences')
    .selectAll()
    .where('found_at', '>', new Date(now().getTime() - days * 24 * 3_600_000))
    .orderBy('found_at')
    .execute();
  for (const { found_at: at, kind, provider, fact, transaction_id: id, order_id: orderId, detail, ...money } of found) {
    const { amount_minor: minor, currency } = money;
    const amount = minor === null || currency === null ? 'no amount' : formatPrice({ minor, currency }, 'en');
    const words = [at.toISOString(), kind, provider, fact, amount, id, orderId ?? '(no order)'];
    report([...words, ...(detail === null ? [] : [detail])].join('  '));
  }
  if (found.length === 0) report(`The providers' books and ours have not differed for ${days} days.`);
}

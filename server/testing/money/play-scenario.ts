// Plays one order of one buyer, from the first call to the last webhook: duplicated, shuffled and delayed, with polls,
// hints and the return page. Unanswered calls are retried with the same idempotency key.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderStatus } from '#model/order.ts';
import type {
  ChargedAndReturned,
  SimulatedPaymentReference,
  SimulatedWebhook,
} from '#payments/simulator-port.server.ts';
import { unsealAttemptReply } from '#server/features/orders/attempts/sealed-reply.ts';
import { createOrderPageToken } from '#server/features/orders/redirect/order-page-token.ts';
import { eventually } from '../eventually.ts';
import type { BuyerScenario } from './buyer-scenarios.ts';
import { callUntilAccepted, sendWebhook, soldGame, type TestbedBuyer, type MoneyTestbed } from './money-testbed.ts';
import type { SimulatedShop } from './simulated-shops.ts';

export interface PlayedOrder {
  readonly orderId: string;
  readonly story: BuyerScenario;
  /** The expected outcome, as far as the provider supports the scenario. */
  readonly ends: BuyerScenario['ends'];
  readonly buyer: TestbedBuyer;
  readonly shop: SimulatedShop;
  readonly notices: number;
  readonly sent: number;
}

export async function playScenario(
  world: MoneyTestbed,
  buyer: TestbedBuyer,
  shop: SimulatedShop,
  story: BuyerScenario,
): Promise<PlayedOrder> {
  const orderId = await openOrder(world, buyer, shop, story.isTwice === true && !shop.beginsInBrowser);
  const targets = await eventually(() => listTargets(world, orderId), readMs);
  const notices: SimulatedWebhook[] = [];
  for (const [at, target] of targets.entries())
    // Later acts apply to the first payment; the provider must refund the other.
    for (const act of at === 0 ? story.acts : story.acts.slice(0, 1)) notices.push(...(await shop.act(act, target)));
  const ends = findScenarioOutcome(story, shop.sum(targets[0]?.attemptId ?? ''));
  const isSilent = story.isSilent === true && !shop.beginsInBrowser;
  const copies = isSilent ? [] : notices.flatMap((notice) => Array<SimulatedWebhook>(randomInt(1, 3)).fill(notice));
  const watch = watchStatus(world, buyer, orderId);
  await Promise.all([
    ...shuffle(copies).map((notice) => later(() => sendWebhook(world, shop, notice))),
    ...Array.from({ length: 2 }, () => later(watch)),
    later(() =>
      callUntilAccepted(world, buyer, '/store/merchant_payment_completed', {
        Token: createOrderPageToken(world.sealer, orderId),
      }),
    ),
    later(async () => {
      if (story.hint) await sendBrowserHint(world, buyer, orderId, story.hint);
    }),
  ]);
  await watch();
  return { orderId, story, ends, buyer, shop, notices: notices.length, sent: copies.length };
}

/**
 * Some providers have no disputes, and some don't allow a retry after a decline: then the scenario has no effect there.
 */
export function findScenarioOutcome(
  { acts, ends }: BuyerScenario,
  { chargedMinor, returnedMinor }: ChargedAndReturned,
): BuyerScenario['ends'] {
  if (acts.includes('decline') && chargedMinor === 0) return 'unpaid';
  return acts.includes('dispute') && ends === 'CancelledPaid' && returnedMinor < chargedMinor ? 'Completed' : ends;
}

export const sendBrowserHint = (
  world: MoneyTestbed,
  buyer: TestbedBuyer,
  PublicOrderId: string,
  Status: 'Completed' | 'Cancelled',
) => callUntilAccepted(world, buyer, '/store/set-optimistic-order-status', { PublicOrderId, Status });

/** Sometimes requests a payment twice at once with one key: it must be one order. */
export async function openOrder(
  world: MoneyTestbed,
  buyer: TestbedBuyer,
  { id, currency, platform }: SimulatedShop,
  isTwice: boolean,
): Promise<string> {
  const product = { Game: soldGame, Sku: skus[randomInt(0, skus.length - 1)], WebPublishingPlatform: platform };
  const request = { ...product, Currency: currency, Provider: id, IdempotencyKey: randomUUID() };
  const create = (more: object) =>
    callUntilAccepted<{ TransactionId: string; PersonalInfoRequirements?: object }>(
      world,
      buyer,
      '/store/create_payment',
      {
        ...request,
        ...more,
      },
    );
  const open = async (more: object = {}): Promise<{ TransactionId: string }> => {
    const { TransactionId: PublicOrderId, PersonalInfoRequirements } = await create(more);
    if (!PersonalInfoRequirements) return { TransactionId: PublicOrderId };
    const OrderPersonalInfo = { Email: 'buyer@example.com', IsAutoConfirm: false };
    await callUntilAccepted(world, buyer, '/store/update-order-pi', { PublicOrderId, OrderPersonalInfo });
    return create({ ...more, PublicOrderId });
  };
  const opened = await Promise.all(Array.from({ length: randomInt(1, 2) }, () => open()));
  const [orderId = '', ...others] = new Set(opened.map(({ TransactionId }) => TransactionId));
  if (others.length > 0) world.tally.broken.push(`one key made the orders ${orderId}, ${others.join(', ')}`);
  if (isTwice) await open({ PublicOrderId: orderId, EmbeddingType: 'Redirect' });
  return orderId;
}

const skus = ['gems-100', 'gems-550', 'lamp'];
const readMs = 60_000;

export async function listTargets(
  { database, sealer }: MoneyTestbed,
  orderId: string,
): Promise<SimulatedPaymentReference[]> {
  const attempts = await database.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();
  return attempts.map((attempt) => ({
    attemptId: attempt.attempt_id,
    reply: unsealAttemptReply(sealer, attempt)?.reply,
  }));
}

/** An order's status must never go backwards for the buyer. */
function watchStatus(world: MoneyTestbed, buyer: TestbedBuyer, PublicOrderId: string): () => Promise<void> {
  let last: OrderStatus = 'Created';
  return async () => {
    const before = last;
    const { Status } = await callUntilAccepted<{ Status: OrderStatus }>(world, buyer, '/store/get_payment_status', {
      PublicOrderId,
    });
    if (ranks[Status] < ranks[before])
      world.tally.broken.push(`${PublicOrderId} was ${before} and is ${Status} afterwards`);
    if (ranks[Status] > ranks[last]) last = Status;
  };
}

// An abandoned order may still be paid or retried.
const ranks: Readonly<Record<OrderStatus, number>> = {
  Created: 0,
  WaitingForPayment: 1,
  Cancelled: 1,
  PayedWaitingForSending: 2,
  Completed: 3,
  CancelledPaid: 4,
};

async function later(run: () => Promise<unknown>): Promise<void> {
  await sleep(Math.random() * maxDelayMs);
  await run();
}

const maxDelayMs = 1200;

export const randomInt = (least: number, most: number): number =>
  least + Math.floor(Math.random() * (most - least + 1));

export function shuffle<T>(all: readonly T[]): T[] {
  return all
    .map((each) => ({ each, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ each }) => each);
}

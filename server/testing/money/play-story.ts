// One order of one buyer from the first call to the last notice: doubled, shuffled and delayed, beside polls, hints and the page
// on which the buyer comes back. Whatever is not answered is asked again, with the same key.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderStatus } from '#model/order.ts';
import type { MoneyMoved, SimulatedTarget, SimulatedWebhook } from '#payments/simulator-port.server.ts';
import { unsealReply } from '#server/features/orders/attempts/sealed-reply.ts';
import { createOrderPageToken } from '#server/features/orders/redirect/order-page-token.ts';
import { eventually } from '../eventually.ts';
import type { BuyerStory } from './buyer-stories.ts';
import { ask, sendNotice, soldGame, type Buyer, type MoneyWorld } from './money-world.ts';
import type { SimulatedShop } from './simulated-shops.ts';

export interface PlayedOrder {
  readonly orderId: string;
  readonly story: BuyerStory;
  /** The story's end, as far as the provider knows what happens in it. */
  readonly ends: BuyerStory['ends'];
  readonly buyer: Buyer;
  readonly shop: SimulatedShop;
  /** Notices that the provider made, and how many times they were sent altogether. */
  readonly notices: number;
  readonly sent: number;
}

export async function playStory(
  world: MoneyWorld,
  buyer: Buyer,
  shop: SimulatedShop,
  story: BuyerStory,
): Promise<PlayedOrder> {
  const orderId = await openOrder(world, buyer, shop, story.isTwice === true && !shop.beginsInBrowser);
  const targets = await eventually(() => listTargets(world, orderId), readMs);
  const notices: SimulatedWebhook[] = [];
  for (const [at, target] of targets.entries())
    // What happens after the payment happens to the first one; the other is the provider's to give back.
    for (const act of at === 0 ? story.acts : story.acts.slice(0, 1)) notices.push(...(await shop.act(act, target)));
  const ends = findEnd(story, shop.sum(targets[0]?.attemptId ?? ''));
  const isSilent = story.isSilent === true && !shop.beginsInBrowser;
  const copies = isSilent ? [] : notices.flatMap((notice) => Array<SimulatedWebhook>(pickInt(1, 3)).fill(notice));
  const watch = watchStatus(world, buyer, orderId);
  await Promise.all([
    ...shuffle(copies).map((notice) => later(() => sendNotice(world, shop, notice))),
    ...Array.from({ length: 2 }, () => later(watch)),
    later(() =>
      ask(world, buyer, '/store/merchant_payment_completed', { Token: createOrderPageToken(world.sealer, orderId) }),
    ),
    later(async () => {
      if (story.hint) await sayHint(world, buyer, orderId, story.hint);
    }),
  ]);
  await watch();
  return { orderId, story, ends, buyer, shop, notices: notices.length, sent: copies.length };
}

/** Some providers know no disputes, and some let nobody pay who was declined: there nothing has come of it. */
export function findEnd({ acts, ends }: BuyerStory, { chargedMinor, returnedMinor }: MoneyMoved): BuyerStory['ends'] {
  if (acts.includes('decline') && chargedMinor === 0) return 'unpaid';
  return acts.includes('dispute') && ends === 'CancelledPaid' && returnedMinor < chargedMinor ? 'Completed' : ends;
}

export const sayHint = (world: MoneyWorld, buyer: Buyer, PublicOrderId: string, Status: 'Completed' | 'Cancelled') =>
  ask(world, buyer, '/store/set-optimistic-order-status', { PublicOrderId, Status });

/** Asks for a payment twice at once now and then, always with one key: it must be one order. */
export async function openOrder(
  world: MoneyWorld,
  buyer: Buyer,
  { id, currency, platform }: SimulatedShop,
  isTwice: boolean,
): Promise<string> {
  const product = { Game: soldGame, Sku: skus[pickInt(0, skus.length - 1)], WebPublishingPlatform: platform };
  const request = { ...product, Currency: currency, Provider: id, IdempotencyKey: randomUUID() };
  const create = (more: object) =>
    ask<{ TransactionId: string; PersonalInfoRequirements?: object }>(world, buyer, '/store/create_payment', {
      ...request,
      ...more,
    });
  const open = async (more: object = {}): Promise<{ TransactionId: string }> => {
    const { TransactionId: PublicOrderId, PersonalInfoRequirements } = await create(more);
    if (!PersonalInfoRequirements) return { TransactionId: PublicOrderId };
    const OrderPersonalInfo = { Email: 'buyer@example.com', IsAutoConfirm: false };
    await ask(world, buyer, '/store/update-order-pi', { PublicOrderId, OrderPersonalInfo });
    return create({ ...more, PublicOrderId });
  };
  const opened = await Promise.all(Array.from({ length: pickInt(1, 2) }, () => open()));
  const [orderId = '', ...others] = new Set(opened.map(({ TransactionId }) => TransactionId));
  if (others.length > 0) world.tally.broken.push(`one key made the orders ${orderId}, ${others.join(', ')}`);
  if (isTwice) await open({ PublicOrderId: orderId, EmbeddingType: 'Redirect' });
  return orderId;
}

const skus = ['gems-100', 'gems-550', 'lamp'];
const readMs = 60_000;

/** The attempts of an order, with what the buyer's browser was given for each. */
export async function listTargets({ database, sealer }: MoneyWorld, orderId: string): Promise<SimulatedTarget[]> {
  const attempts = await database.kysely
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();
  return attempts.map((attempt) => ({ attemptId: attempt.attempt_id, reply: unsealReply(sealer, attempt)?.reply }));
}

/** What a buyer was told of his order never goes back on itself. */
function watchStatus(world: MoneyWorld, buyer: Buyer, PublicOrderId: string): () => Promise<void> {
  let last: OrderStatus = 'Created';
  return async () => {
    const before = last;
    const { Status } = await ask<{ Status: OrderStatus }>(world, buyer, '/store/get_payment_status', { PublicOrderId });
    if (ranks[Status] < ranks[before])
      world.tally.broken.push(`${PublicOrderId} was ${before} and is ${Status} afterwards`);
    if (ranks[Status] > ranks[last]) last = Status;
  };
}

// An order that was given up may still be paid, or tried once more.
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

export const pickInt = (least: number, most: number): number => least + Math.floor(Math.random() * (most - least + 1));

export function shuffle<T>(all: readonly T[]): T[] {
  return all
    .map((each) => ({ each, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ each }) => each);
}

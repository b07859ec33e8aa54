// A model for payment tests: games with their own vendor account, games that share one, and a hostile developer. Every
// vendor account numbers its payments 1, 2, 3 …, so numbers collide across accounts, and the developer can guess them.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ProvedPurchase, ParsedWebhook } from '#model/payment-operations.server.ts';
import { paymentEventKinds, type PaymentEvent } from '#model/payment-event.ts';
import { claimPurchase } from '#server/features/orders/claims/claim-purchase.ts';
import { buildAccount } from './build-accounts.ts';
import { soldSku } from './create-money-test-app.ts';
import type { TestApp } from './create-test-app.ts';
import type { TestPlatform } from './test-platform.ts';

/** A vendor account. Its webhooks go to any of these games' endpoints, or to the portal's if there are none. */
export interface VendorAccount {
  readonly secret: string | undefined;
  readonly games: readonly string[];
  count: number;
}

interface HonestOrder {
  readonly orderId: string;
  readonly attemptId: string;
  readonly buyerId: string;
  readonly game: string;
  readonly account: VendorAccount;
}

interface HonestEvent {
  readonly order: HonestOrder;
  readonly paymentEvent: PaymentEvent;
}

interface HonestClaim {
  readonly buyerId: string;
  readonly game: string;
  readonly account: VendorAccount;
  readonly purchase: ProvedPurchase;
}

const price = { amountMinor: 21, currency: 'VKV' } as const;

let worlds = 0;

export class PaymentsModel {
  readonly story: string[] = [];
  readonly #orders: HonestOrder[] = [];
  readonly #events: HonestEvent[] = [];
  readonly #claims: HonestClaim[] = [];
  readonly #hostileOrders: HonestOrder[] = [];
  readonly #server: TestApp;
  readonly #platform: TestPlatform;
  readonly #hostile: VendorAccount;
  /** Each model uses its own network, because webhooks are rate-limited per network. */
  readonly #address: string;

  constructor(server: TestApp, platform: TestPlatform, hostile: VendorAccount) {
    this.#server = server;
    this.#platform = platform;
    this.#hostile = hostile;
    worlds += 1;
    this.#address = `10.${(worlds >> 8) & 255}.${worlds & 255}.1`;
  }

  async buy(game: string, account: VendorAccount): Promise<void> {
    const order = await this.#order(game, account);
    this.story.push(`order ${this.#orders.push(order)} in ${game}`);
  }

  async pay(pick: number, isToldNow: boolean): Promise<void> {
    const order = this.#orders[pick % Math.max(1, this.#orders.length)];
    if (!order || this.#events.some((event) => event.order === order)) return;
    order.account.count += 1;
    const number = String(order.account.count);
    const names = [{ attemptId: order.attemptId }, { orderId: order.orderId }];
    const paymentEvent: PaymentEvent = {
      kind: 'paid',
      dedupKey: `paid ${number}`,
      transactionId: number,
      ...(pick % 3 === 0 && { providerPaymentId: number }),
      ...names[pick % names.length],
      ...price,
      isTest: true,
    };
    this.#events.push({ order, paymentEvent });
    this.story.push(`${order.game} is paid as ${number}${isToldNow ? '' : ', and it is told later'}`);
    if (isToldNow) await this.#tell({ order, paymentEvent }, pick);
  }

  async refund(pick: number): Promise<void> {
    const paid = this.#events.filter(({ paymentEvent }) => paymentEvent.kind === 'paid');
    const event = paid[pick % Math.max(1, paid.length)];
    if (
      !event ||
      this.#events.some(({ order, paymentEvent }) => order === event.order && paymentEvent.kind === 'refunded')
    )
      return;
    const { order, paymentEvent } = event;
    const number = String(paymentEvent.transactionId);
    const { providerPaymentId: _, ...rest } = paymentEvent;
    const refunded: PaymentEvent = { ...rest, kind: 'refunded', dedupKey: `refunded ${number}`, chargeId: number };
    this.#events.push({ order, paymentEvent: refunded });
    this.story.push(`${order.game}: ${number} goes back`);
    await this.#tell({ order, paymentEvent: refunded }, pick);
  }

  async claim(game: string, account: VendorAccount): Promise<void> {
    account.count += 1;
    const purchase = { transactionId: String(account.count), sku: soldSku, ...price, isTest: true };
    const buyerId = await this.#newBuyer(game);
    const claim = { buyerId, game, account, purchase };
    this.#claims.push(claim);
    this.story.push(`${purchase.transactionId} is brought in ${game}`);
    await this.#expectGranted(claim);
  }

  async plant(): Promise<void> {
    const [game = ''] = this.#hostile.games;
    this.#hostileOrders.push(await this.#order(game, this.#hostile));
  }

  /** The developer signs forged events with their own key. `target`: the account whose numbers are guessed. */
  async attack(pick: number, target: VendorAccount): Promise<void> {
    const number = String(Math.max(1, target.count + (pick % 4) - 1));
    const [game = ''] = this.#hostile.games;
    const known = [...this.#hostileOrders, ...this.#hostileOrders, ...this.#orders];
    const victim = known[Math.floor(pick / 4) % Math.max(1, known.length)];
    const kind = paymentEventKinds[Math.floor(pick / 3) % 2 === 0 ? 0 : pick % paymentEventKinds.length] ?? 'paid';
    const paymentEvent: PaymentEvent = {
      kind,
      dedupKey: pick % 5 === 0 ? `claim ${number}` : `${kind} ${number}`,
      transactionId: number,
      ...(pick % 2 === 0 && { providerPaymentId: number }),
      ...(pick % 7 === 0 && { chargeId: number }),
      ...(victim && (pick % 3 === 0 ? { orderId: victim.orderId } : { attemptId: victim.attemptId })),
      ...price,
      isTest: true,
    };
    this.story.push(`the developer signs ${JSON.stringify(paymentEvent)}`);
    const post = async (reading: ParsedWebhook): Promise<void> => {
      expect(await this.#post(this.#hostile, game, reading), 'a hostile notice must be answered').toBeLessThan(504);
    };
    await post({ outcome: 'events', events: [paymentEvent] });
    const purchase = { transactionId: number, sku: soldSku, ...price, isTest: true, receipt: `receipt ${number}` };
    if (pick % 4 === 0) await post({ outcome: 'purchase', purchase: { ...purchase, orderId: victim?.orderId ?? '' } });
    if (pick % 4 === 1) {
      // Purchases that the hostile account proves can be claimed in the hostile game only, by any player.
      const accountId = victim?.buyerId ?? (await this.#newBuyer(game));
      await claimPurchase(this.#server.money.deps, this.#platform.loaded.folder, { accountId, game }, purchase);
    }
    if (pick % 4 === 2) await post({ outcome: 'check-payment', providerPaymentId: number });
  }

  /**
   * Repeats all webhooks and claims, and returns what is wrong afterwards.
   *
   * @param accountOf the game's present account, which proves claims
   */
  async findLosses(accountOf: (game: string) => VendorAccount | undefined): Promise<readonly string[]> {
    const found: string[] = [];
    for (const [at, event] of this.#events.entries()) {
      const status = await this.#tell(event, at);
      if (status !== 200) found.push(`${event.order.game}: ${event.paymentEvent.dedupKey} was answered ${status}`);
    }
    for (const order of this.#orders) {
      const told = this.#events.filter((event) => event.order === order).map(({ paymentEvent }) => paymentEvent);
      found.push(...(await this.#compareLedger(order, told)));
    }
    for (const claim of this.#claims) if (accountOf(claim.game) === claim.account) await this.#expectGranted(claim);
    return found;
  }

  async #compareLedger({ orderId, game }: HonestOrder, told: readonly PaymentEvent[]): Promise<readonly string[]> {
    const { kysely } = this.#server.database;
    const rows = await kysely
      .selectFrom('ledger')
      .select(['kind', 'transaction_id'])
      .where('order_id', '=', orderId)
      .execute();
    const wanted = told.map(({ kind, transactionId }) => `${kind === 'paid' ? 'charged' : kind} ${transactionId}`);
    const had = rows.map(({ kind, transaction_id: id }) => `${kind} ${id}`);
    if (wanted.toSorted().join() === had.toSorted().join()) return [];
    return [`${game}: the vendor says "${wanted.join(', ')}" and the ledger "${had.join(', ')}"`];
  }

  async #expectGranted({ buyerId, game, purchase }: HonestClaim): Promise<void> {
    const { deps } = this.#server.money;
    const claimant = { accountId: buyerId, game };
    const end = await claimPurchase(deps, this.#platform.loaded.folder, claimant, purchase);
    expect(end, `${purchase.transactionId} in ${game}\n${this.story.join('\n')}`).toMatchObject({ outcome: 'granted' });
    const orders = this.#server.database.kysely.selectFrom('orders').where('account_id', '=', buyerId);
    expect(await orders.select(['game', 'status']).where('game', '=', game).execute()).toEqual([
      { game, status: 'PayedWaitingForSending' },
    ]);
  }

  #tell({ order, paymentEvent }: HonestEvent, pick: number): Promise<number> {
    const { games } = order.account;
    return this.#post(order.account, games[pick % Math.max(1, games.length)], {
      outcome: 'events',
      events: [paymentEvent],
    });
  }

  async #post({ secret }: VendorAccount, game: string | undefined, reading: ParsedWebhook): Promise<number> {
    const { payload, headers } = this.#platform.webhook(reading, secret);
    const url = `/api/v1/hooks/${this.#platform.loaded.folder}${game === undefined ? '' : `/${game}`}`;
    const remoteAddress = this.#address;
    return (await this.#server.app.inject({ method: 'POST', url, payload, headers, remoteAddress })).statusCode;
  }

  async #order(game: string, account: VendorAccount): Promise<HonestOrder> {
    const buyerId = await this.#newBuyer(game);
    const { token } = await this.#server.sessions.begin(buyerId);
    const { TransactionId: orderId } = await this.#server.client(token).store.createPayment({
      Game: game,
      Sku: soldSku,
      WebPublishingPlatform: 'VkontakteCom',
    });
    const payment = [...this.#platform.opened.values()].findLast((each) => each.orderId === orderId);
    return { orderId, attemptId: payment?.attemptId ?? '', buyerId, game, account };
  }

  #newBuyer(game: string): Promise<string> {
    const games = [...new Set([game, ...this.#hostile.games])].map((each) => ({ game: each, uid: randomUUID() }));
    return buildAccount(this.#server.database, { name: 'Buyer', games });
  }
}

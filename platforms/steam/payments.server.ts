// Payments at Steam, in the currency of the buyer's wallet. The buyer approves a purchase in Steam's overlay or on its
// page, and Steam charges when we finalise it.
import { Type } from 'typebox';
import { truncate } from '#kit/truncate.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { iteratePages } from '#kit/iterate-pages.server.ts';
import { unwrapVendorReply } from '#kit/call-vendor.server.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type {
  AttemptReference,
  CreatePaymentResult,
  CreatePaymentRequest,
  PaymentOperations,
} from '#model/payment-operations.server.ts';
import type { Static } from 'typebox';
import type { PlatformManifest } from '../port.ts';
import {
  postToSteam,
  SteamIdSchema,
  hasErrorCode,
  getPurchaseMethodPath,
  getFromSteam,
  SteamResultSchema,
  type SteamHost,
} from './client.server.ts';
import { steam } from './platform.ts';
import {
  createPaymentEvents,
  purchaseLifetimeMs,
  buildSteamAttemptRecord,
  readTransactionStatus,
  fetchTransaction,
  toHundredths,
  SteamTransaction,
  deriveSteamOrderId,
} from './transaction.server.ts';
import { fetchWallet, toIpv4 } from './wallet.server.ts';

type SteamVerbs = PaymentOperations<SteamHost['settings'], Reply, Request>;
type Reply = Static<typeof steam.paymentReply.block>;
type Request = Static<typeof steam.paymentRequest.block>;

export const steamPayments: Omit<SteamVerbs, 'parseWebhook' | 'buildWebhookReply'> = {
  needsEmail: () => false,
  /** Steam, unless the operator allows the portal's providers. */
  paymentHandler: async ({ country, request }, { settings: { PortalPayments = {} } }) => {
    const { Session = 'Web' } = (request ?? {}) as Partial<Request>;
    const { Client = [], Web = [] } = PortalPayments;
    const countries = Session === 'Client' ? Client : Web;
    return countries.includes('*') || (country !== undefined && countries.includes(country)) ? 'portal' : 'platform';
  },
  create,
  read: async (attempt, host) =>
    buildSteamAttemptRecord(await fetchTransaction(attempt.attemptId, host), attempt, host),
  confirm,
  list,
  async refund(asked, host) {
    const { attemptId, transactionId, refundMinor, amountMinor } = asked;
    if (refundMinor !== amountMinor) return buildRefusal('Steam refunds only whole purchases.');
    const found = await fetchTransaction(attemptId, host);
    if (found?.transid !== transactionId) return buildRefusal('Steam has another purchase under this id.');
    if (readTransactionStatus(found) !== 'paid') return { outcome: 'done', events: listReturned(found, asked, host) };
    const reply = await postToSteam(
      getPurchaseMethodPath('RefundTxn/v2', host),
      nameOrder(asked, host),
      SteamResultSchema(Named),
      host,
    );
    if (reply.outcome === 'refused') return reply;
    return { outcome: 'done', events: listReturned({ ...found, status: 'Refunded' }, asked, host) };
  },
  fullRefundsOnly: { remedy: 'Steam gives back whole purchases only: send back all of it, or nothing.' },
};

const listReturned = (found: SteamTransaction, { amountMinor }: AttemptReference, host: SteamHost): PaymentEvent[] =>
  createPaymentEvents(found, host, amountMinor).filter(({ kind }) => kind !== 'paid');

const Named = Type.Object({ orderid: SteamIdSchema, transid: SteamIdSchema });
const Opened = Type.Object({ ...Named.properties, steamurl: Type.Optional(Type.String({ pattern: '^https?://' })) });

const nameOrder = ({ attemptId }: AttemptReference, { settings }: SteamHost) => ({
  orderid: deriveSteamOrderId(attemptId),
  appid: settings.AppId,
});

const priceSteps: NonNullable<PlatformManifest['priceSteps']> = steam.priceSteps;

type Opening = CreatePaymentRequest & { readonly request: Request };

async function create(payment: Opening, host: SteamHost): Promise<CreatePaymentResult<Reply>> {
  const { amountMinor, currency, buyer, callerAddress } = payment;
  const isWeb = payment.request.Session === 'Web';
  const amount = toHundredths(amountMinor, currency);
  if (amount === undefined) return buildRefusal(`Steam counts in hundredths, which ${amountMinor} ${currency} is not.`);
  const step = priceSteps[currency];
  if (step !== undefined && amount % (step * 100) !== 0)
    return buildRefusal(`Steam charges ${currency} in steps of ${step}, which ${amountMinor} minor units are not.`);
  if (buyer.externalId === undefined) return buildRefusal('The buyer has no Steam identity.');
  if (isWeb && callerAddress === undefined)
    return buildRefusal("Steam needs the buyer's IP address, which is unknown.");
  const known = await fetchWallet(buyer.externalId, isWeb ? callerAddress : undefined, host);
  if (known.outcome === 'refused') return known;
  const { status = '', currency: wanted } = known.answer;
  if (status.startsWith('Locked')) return buildRefusal("Steam has blocked the buyer's purchases.");
  // Otherwise Steam would charge another amount than the order's.
  if (wanted !== currency)
    return buildRefusal(`The buyer pays in ${wanted} at Steam, but the order is in ${currency}.`);
  const asked = { ...describeOrder(payment, host), 'amount[0]': String(amount) };
  const session = isWeb ? { usersession: 'web', ipaddress: toIpv4(callerAddress ?? '') } : { usersession: 'client' };
  const reply = await postToSteam(
    getPurchaseMethodPath('InitTxn/v3', host),
    { ...asked, ...session },
    SteamResultSchema(Opened),
    host,
  );
  if (reply.outcome === 'answered') return describeOpened(payment, reply.answer.params.steamurl);
  // The response to creating it was lost. The overlay shows it anyway; a page's URL is lost, so it won't be paid.
  const before = isWeb ? undefined : await fetchTransaction(payment.attemptId, host);
  return before?.steamid === buyer.externalId ? describeOpened(payment) : reply;
}

const describeOrder = (payment: Opening, host: SteamHost) => ({
  ...nameOrder(payment, host),
  steamid: payment.buyer.externalId ?? '',
  itemcount: '1',
  language: languages[payment.locale] ?? payment.locale,
  currency: payment.currency,
  'itemid[0]': writeItemId(payment.product.sku),
  'qty[0]': '1',
  'description[0]': truncate(payment.product.name.trim() || payment.product.sku, 128),
  'category[0]': truncate(payment.product.sku, 64),
});

/** Steam's codes where they differ from ours. It has no Persian. */
const languages: Readonly<Record<string, string>> = { fa: 'en', 'pt-br': 'pt-BR', zh: 'zh-CN' };

/** A 32-bit number (FNV-1a), only for Steam's statistics; the category contains the SKU itself. */
function writeItemId(sku: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(sku)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return String(hash || 1);
}

function describeOpened(
  { attemptId, createdAt, returnUrl, recordedReturnUrl }: Opening,
  steamUrl?: string,
): CreatePaymentResult<Reply> {
  const OrderId = deriveSteamOrderId(attemptId);
  const page = steamUrl === undefined ? undefined : new URL(steamUrl);
  page?.searchParams.set('returnurl', recordedReturnUrl ?? returnUrl);
  return {
    outcome: 'created',
    providerPaymentId: OrderId,
    reply: { OrderId, ...(page && { SteamUrl: page.href }) },
    ...(page && { redirectUrl: page.href }),
    expiresAt: new Date(createdAt.getTime() + purchaseLifetimeMs),
    // Steam: abandon a web purchase whose buyer does not come back, even if it was approved.
    ...(page && recordedReturnUrl !== undefined && { confirmAfterReturn: true }),
  };
}

/**
 * Lets Steam charge the purchase. Steam's records show whether it did: a response may be lost, and a repeated call
 * reports that it is done.
 */
async function confirm(attempt: AttemptReference, host: SteamHost): Promise<readonly PaymentEvent[]> {
  const reply = await postToSteam(
    getPurchaseMethodPath('FinalizeTxn/v2', host),
    nameOrder(attempt, host),
    SteamResultSchema(Named),
    host,
  );
  if (reply.outcome === 'refused' && !hasErrorCode(reply, 6))
    host.log.warn(
      { attemptId: attempt.attemptId, reason: reply.reason },
      'Steam does not charge an approved purchase.',
    );
  return buildSteamAttemptRecord(await fetchTransaction(attempt.attemptId, host), attempt, host).events;
}

/**
 * Steam's report starts at a time, is ordered by each purchase's last change, and a page may be short without being the
 * last: it is read until nothing new comes. It states amounts with and without tax; only the order knows which one
 * applies.
 */
async function list({ from, to }: { readonly from: Date; readonly to: Date }, host: SteamHost) {
  const events: PaymentEvent[] = [];
  const seen = new Set<string>();
  const orders = iteratePages({
    subject: 'purchases of Steam',
    maxPages: 60,
    async readPage(cursor = writeTime(from)) {
      const asked = { appid: host.settings.AppId, type: 'GAMESALES', time: cursor, maxresults: String(pageSize) };
      const reply = await getFromSteam(
        getPurchaseMethodPath('GetReport/v5', host),
        asked,
        SteamResultSchema(Report),
        host,
      );
      const all = unwrapVendorReply(reply, 'Steam does not show its records').params.orders ?? [];
      const items = all.filter(({ transid, status }) => !seen.has(`${transid} ${status}`));
      for (const { transid, status } of items) seen.add(`${transid} ${status}`);
      const latest = items.reduce((time, order) => (order.time > time ? order.time : time), cursor);
      // A full page of known purchases could hide others, so it doesn't end the list but fails.
      const isEnd = Date.parse(latest) > to.getTime() || (latest === cursor && all.length < pageSize);
      return { items, next: isEnd ? undefined : latest };
    },
  });
  for await (const order of orders) {
    const atMs = Date.parse(order.time);
    if (atMs >= from.getTime() && atMs <= to.getTime()) events.push(...createPaymentEvents(order, host));
  }
  return events;
}

const pageSize = 1000;
const writeTime = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`;
const Report = Type.Object({
  orders: Type.Optional(
    Type.Array(
      Type.Object({
        ...SteamTransaction.properties,
        time: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' }),
      }),
    ),
  ),
});

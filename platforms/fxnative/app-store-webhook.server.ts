// Parses App Store server notifications, version 2. Consumption requests aren't answered, because that needs the
// player's consent, and Apple decides without it.
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { callVendorOrThrow } from '#kit/call-vendor.server.ts';
import { iteratePages } from '#kit/iterate-pages.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { DateRange, ParsedWebhook } from '#model/payment-operations.server.ts';
import { verifyAppleJws } from './app-store-jws.server.ts';
import {
  toStoreResult,
  getTransactionId,
  appStoreProductionUrl,
  verifyAppleTransaction,
  createAppStoreToken,
  type AppleTransaction,
  type AppStoreHost,
} from './app-store.server.ts';
import { findSku, findStoreProductId } from './settings.ts';
import { toProvedPurchase, deriveStoreTransactionId } from './stores.server.ts';

export function parseAppStoreWebhook(signedPayload: string, host: AppStoreHost): ParsedWebhook {
  const { settings } = host;
  const signed = verifyAppleJws(signedPayload, settings.RootCertificates);
  if (signed.outcome === 'refused') return signed;
  const { payload } = signed;
  if (!Value.Check(Notification, payload)) return buildRefusal('It is signed, but is not a notification.');
  const { notificationType: type, notificationUUID, data } = payload;
  // Not about a transaction, such as a summary.
  if (!data) return { outcome: 'ignored' };
  if (data.bundleId !== settings.BundleId) return buildRefusal('The notification is for another app.');
  const { AppAppleId } = settings;
  if (AppAppleId !== undefined && data.environment === 'Production' && data.appAppleId !== AppAppleId)
    return buildRefusal('The notification is for another app.');
  if (data.signedTransactionInfo === undefined || !handled.has(type)) return { outcome: 'ignored' };
  const transaction = verifyAppleTransaction(data.signedTransactionInfo, host);
  if (transaction?.bundleId !== settings.BundleId)
    return buildRefusal('Its transaction is not signed, or is for another app.');
  if (type === 'ONE_TIME_CHARGE') return readCharge(data.signedTransactionInfo, transaction, host);
  const kind = type === 'REFUND_REVERSED' ? 'refund-failed' : 'refunded';
  return { outcome: 'events', events: [createPaymentEvent(kind, transaction, notificationUUID)] };
}

const handled = new Set(['ONE_TIME_CHARGE', 'REFUND', 'REFUND_REVERSED', 'REVOKE']);

const Notification = Type.Object({
  notificationType: Type.String(),
  notificationUUID: Type.String({ minLength: 1, maxLength: 100 }),
  data: Type.Optional(
    Type.Object({
      bundleId: Type.Optional(Type.String()),
      appAppleId: Type.Optional(Type.Integer()),
      environment: Type.Optional(Type.String()),
      signedTransactionInfo: Type.Optional(Type.String()),
    }),
  ),
});

/** Lists refunds of a period from Apple's notification history, in case the portal missed them. */
export async function listAppStoreRefunds({ from, to }: DateRange, host: AppStoreHost): Promise<PaymentEvent[]> {
  const { Api: api, ApiUrl = appStoreProductionUrl } = host.settings;
  if (!api) return [];
  const events: PaymentEvent[] = [];
  const pages = iteratePages<{ readonly signedPayload: string }>({
    subject: 'refunds in the App Store',
    maxPages: 500,
    readPage: async (cursor) => {
      const query = cursor === undefined ? '' : `?${new URLSearchParams({ paginationToken: cursor }).toString()}`;
      const page = await callVendorOrThrow(host, {
        vendor: 'The App Store',
        subject: 'its notifications',
        url: `${ApiUrl}/inApps/v1/notifications/history${query}`,
        headers: { authorization: `Bearer ${await createAppStoreToken(host)}` },
        json: { startDate: from.getTime(), endDate: to.getTime(), notificationType: 'REFUND' },
        timeoutMs: 10_000,
        answer: History,
      });
      return { items: page.notificationHistory ?? [], next: page.hasMore ? page.paginationToken : undefined };
    },
  });
  for await (const { signedPayload } of pages) {
    const read = parseAppStoreWebhook(signedPayload, host);
    if (read.outcome === 'events') events.push(...read.events);
  }
  return events;
}

const History = Type.Object({
  notificationHistory: Type.Optional(Type.Array(Type.Object({ signedPayload: Type.String() }))),
  hasMore: Type.Optional(Type.Boolean()),
  paginationToken: Type.Optional(Type.String()),
});

function readCharge(jws: string, transaction: AppleTransaction, host: AppStoreHost): ParsedWebhook {
  const { Products } = host.settings;
  const sku = findSku(Products, transaction.productId);
  const word = toStoreResult(transaction, findStoreProductId(Products, sku), host);
  if (word.outcome !== 'paid') return { outcome: 'ignored' };
  return { outcome: 'purchase', purchase: toProvedPurchase({ Store: 'AppStore', Receipt: jws, Sku: sku }, word) };
}

/** Apple refunds purchases completely, so there is no amount. */
function createPaymentEvent(
  kind: 'refunded' | 'refund-failed',
  transaction: AppleTransaction,
  uuid: string,
): PaymentEvent {
  const name = deriveStoreTransactionId('AppStore', getTransactionId(transaction));
  const isTest = transaction.environment === 'Sandbox';
  return { kind, dedupKey: `AppStore ${uuid}`, providerPaymentId: name, transactionId: name, chargeId: name, isTest };
}

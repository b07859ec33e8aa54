// Parses Google Play's notifications, pushed by Pub/Sub with a Google token that identifies the sender. Voided
// purchases are also listed daily, in case a notification is lost.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { unwrapVendorReply } from '#kit/call-vendor.server.ts';
import { parseJson } from '#kit/parse-json.server.ts';
import { iteratePages } from '#kit/iterate-pages.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { createRemoteKeyFinder } from '#kit/remote-keys.server.ts';
import { verifySignedToken } from '#kit/verify-signed-token.server.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { DateRange, Webhook, ParsedWebhook } from '#model/payment-operations.server.ts';
import { getGooglePlayAppUrl, callGoogle, verifyGooglePurchase, type GooglePlayHost } from './google-play.server.ts';
import { findSku, findStoreProductId } from './settings.ts';
import { toProvedPurchase, deriveStoreTransactionId } from './stores.server.ts';

export async function parseGooglePlayWebhook(
  data: string,
  { headers }: Pick<Webhook, 'headers'>,
  host: GooglePlayHost,
): Promise<ParsedWebhook> {
  const reason = await findFlaw(headers['authorization'], host);
  if (reason !== undefined) return buildRefusal(reason);
  const notification = parseJson(Buffer.from(data, 'base64'));
  if (!Value.Check(Notification, notification)) return buildRefusal('Google pushed it, but it is not a notification.');
  const { packageName, oneTimeProductNotification: one, voidedPurchaseNotification: voided } = notification;
  if (packageName !== host.settings.PackageName) return buildRefusal('The notification is for another app.');
  if (voided?.productType === oneTimeProduct)
    return { outcome: 'events', events: [createRefundEvent(voided.purchaseToken)] };
  if (!one) return { outcome: 'ignored' };
  // A pending purchase was cancelled: its records are read.
  if (one.notificationType !== purchased)
    return { outcome: 'check-payment', providerPaymentId: deriveStoreTransactionId('GooglePlay', one.purchaseToken) };
  return readCharge(one.sku, one.purchaseToken, host);
}

const oneTimeProduct = 2;
const purchased = 1;

const token = Type.String({ minLength: 1, maxLength: 2000 });
const Notification = Type.Object({
  packageName: Type.String(),
  oneTimeProductNotification: Type.Optional(
    Type.Object({ notificationType: Type.Integer(), purchaseToken: token, sku: Type.String() }),
  ),
  voidedPurchaseNotification: Type.Optional(Type.Object({ purchaseToken: token, productType: Type.Integer() })),
});

async function readCharge(productId: string, purchaseToken: string, host: GooglePlayHost): Promise<ParsedWebhook> {
  const { Products } = host.settings;
  const Sku = findSku(Products, productId);
  const word = await verifyGooglePurchase(purchaseToken, findStoreProductId(Products, Sku), host);
  if (word.outcome !== 'paid') return { outcome: 'ignored' };
  return {
    outcome: 'purchase',
    purchase: toProvedPurchase({ Store: 'GooglePlay', Receipt: purchaseToken, Sku }, word),
  };
}

/** Google reports no amount. Only single products are sold, so it is the whole purchase. */
function createRefundEvent(purchaseToken: string): PaymentEvent {
  const name = deriveStoreTransactionId('GooglePlay', purchaseToken);
  const named = { providerPaymentId: name, transactionId: name, chargeId: name };
  return { kind: 'refunded', dedupKey: `voided ${name}`, ...named, isTest: false };
}

const keysUrl = 'https://www.googleapis.com/oauth2/v3/certs';
const findKeys = createRemoteKeyFinder();

/** Returns why the push isn't trusted. Undefined: it is from the operator's subscription. */
async function findFlaw(authorization: string | undefined, host: GooglePlayHost): Promise<string | undefined> {
  const { Push: push, PushKeysUrl = keysUrl } = host.settings;
  if (!push) return 'Notifications of Google Play need GooglePlay.Push of the settings.';
  const verdict = await verifySignedToken(/^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '', {
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    audience: push.Audience,
    findKey: findKeys(PushKeysUrl, host),
    now: host.now(),
  });
  if (verdict.outcome === 'refused') return verdict.reason;
  const { email, email_verified: isVerified } = verdict.claims;
  return email === push.Email && isVerified === true
    ? undefined
    : 'It is pushed by another account than the settings name.';
}

export async function listVoidedPurchases({ from, to }: DateRange, host: GooglePlayHost): Promise<PaymentEvent[]> {
  const events: PaymentEvent[] = [];
  const pages = iteratePages<{ readonly purchaseToken: string }>({
    subject: 'voided purchases at Google Play',
    maxPages: 100,
    readPage: async (cursor) => {
      const query = new URLSearchParams({
        startTime: String(from.getTime()),
        endTime: String(to.getTime()),
        maxResults: '1000',
        // Only products: subscriptions aren't sold.
        type: '0',
        ...(cursor !== undefined && { token: cursor }),
      });
      const url = `${getGooglePlayAppUrl(host)}/purchases/voidedpurchases?${query.toString()}`;
      const page: Static<typeof Voided> = unwrapVendorReply(
        await callGoogle(host, { subject: 'voided purchases', url, answer: Voided }),
      );
      return { items: page.voidedPurchases ?? [], next: page.tokenPagination?.nextPageToken };
    },
  });
  for await (const { purchaseToken } of pages) events.push(createRefundEvent(purchaseToken));
  return events;
}

const Voided = Type.Object({
  voidedPurchases: Type.Optional(Type.Array(Type.Object({ purchaseToken: token }))),
  tokenPagination: Type.Optional(Type.Object({ nextPageToken: Type.Optional(Type.String()) })),
});

// Parses Facebook's webhooks about purchases and refunds in instant games. The signature covers the whole content. Its
// fields are partly assumed (see the README), so a signed webhook that can't be read is ignored with a warning: purchases
// also arrive through the player's browser.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { buildRefusal } from '#kit/build-refusal.ts';
import { isSignedByFacebook, replyToFacebookChallenge } from '#kit/facebook-webhook.server.ts';
import { parseJsonWithStringIntegers } from '#kit/parse-json.server.ts';
import { verifySignedRequestWithAnySecret } from '#kit/signed-request.server.ts';
import type { PaymentEvent } from '#model/payment-event.ts';
import type { ParsedWebhook, PaymentHost, Webhook } from '#model/payment-operations.server.ts';
import type { facebookinstantgames } from './platform.ts';
import { readPurchase, SignedPurchase } from './purchases.server.ts';
import { toExternalId } from './verify.server.ts';

type Settings = Static<(typeof facebookinstantgames)['settings']>;

export async function parseWebhook(webhook: Webhook, host: PaymentHost<Settings>): Promise<ParsedWebhook> {
  const { settings, log } = host;
  if (webhook.method === 'GET') return replyToFacebookChallenge(webhook, settings.WebhookVerifyToken);
  if (!isSignedByFacebook(webhook, settings.AppSecrets))
    return buildRefusal('It is not signed with the secret of this app.');
  const notices: PurchaseNotice[] = [];
  for (const content of listContents(parseJsonWithStringIntegers(webhook.body))) {
    const notice = readNotice(content, settings);
    if (notice) notices.push(notice);
    else log.warn({ fields: Object.keys(content) }, 'A webhook of Facebook Instant Games has an unknown format.');
  }
  const events = notices.flatMap((notice) => createRefundEvent(notice, settings) ?? []);
  if (events.length > 0) return { outcome: 'events', events };
  const purchase = notices.map((notice) => toProvedPurchase(notice, settings)).find((found) => found !== undefined);
  return purchase ? { outcome: 'purchase', purchase } : { outcome: 'ignored' };
}

type Fields = Readonly<Record<string, unknown>>;

/** Meta's usual envelope has a list of entries with changes; without it the content itself is taken. */
function listContents(content: unknown): readonly Fields[] {
  if (Value.Check(Envelope, content))
    return content.entry.flatMap(
      (entry): readonly Fields[] => entry.changes?.map(({ field, value }) => ({ field, ...value })) ?? [entry],
    );
  return typeof content === 'object' && content !== null ? [content as Fields] : [];
}

const Envelope = Type.Object({
  entry: Type.Array(
    Type.Object({
      changes: Type.Optional(
        Type.Array(
          Type.Object({ field: Type.Optional(Type.String()), value: Type.Record(Type.String(), Type.Unknown()) }),
          {
            maxItems: 100,
          },
        ),
      ),
    }),
    { maxItems: 100 },
  ),
});

const PurchaseNotice = Type.Object({
  ...Type.Partial(SignedPurchase).properties,
  player_id: Type.Optional(Type.String({ pattern: '^\\d{1,40}$' })),
  field: Type.Optional(Type.String()),
});
type PurchaseNotice = Static<typeof PurchaseNotice>;

/** A signed purchase inside, as the script returns it, wins over the fields around it. */
function readNotice(content: Fields, { AppSecrets, AppId }: Settings): PurchaseNotice | undefined {
  const { signed_request: signed } = content;
  const reading = typeof signed === 'string' ? verifySignedRequestWithAnySecret(signed, AppSecrets) : undefined;
  if (reading?.outcome === 'refused') return undefined;
  const inner = reading ? (parseJsonWithStringIntegers(reading.bytes) as Fields) : {};
  const notice: unknown = { ...content, ...inner };
  if (!Value.Check(PurchaseNotice, notice)) return undefined;
  const isNamed = notice.payment_id !== undefined || notice.purchase_token !== undefined;
  return isNamed && (notice.app_id ?? AppId) === AppId ? notice : undefined;
}

/** Facebook refunds whole purchases, in the currency that the player paid, which may differ from the order's. */
function createRefundEvent(notice: PurchaseNotice, { IsTest = false }: Settings): PaymentEvent | undefined {
  const { payment_id: chargeId, purchase_token: providerPaymentId, payment_action_type: action, field } = notice;
  if (!/refund|chargeback/i.test(action ?? field ?? '')) return undefined;
  const transactionId = chargeId ?? providerPaymentId ?? '';
  return {
    kind: 'refunded',
    dedupKey: `refund ${transactionId}`,
    transactionId,
    ...(providerPaymentId !== undefined && { providerPaymentId }),
    ...(chargeId !== undefined && { chargeId }),
    isTest: IsTest,
  };
}

function toProvedPurchase(notice: PurchaseNotice, { IsTest = false, AppId }: Settings) {
  const charge = { ...notice, app_id: AppId, payment_action_type: notice.payment_action_type ?? 'charge' };
  const proved = Value.Check(SignedPurchase, charge) ? readPurchase(charge, IsTest) : undefined;
  if (!proved || charge.payment_id === undefined) return undefined;
  const { player_id: playerId } = notice;
  const payer = playerId === undefined ? {} : { payerId: toExternalId(playerId) };
  return { transactionId: charge.payment_id, ...proved, ...payer };
}

// Signed purchases, sent by a browser or named by a webhook. The signature doesn't name the buyer, so a purchase belongs
// to the first account that sends it.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { fromDecimal } from '#kit/decimal-amount.ts';
import { isUuid } from '#kit/is-uuid.ts';
import { parseJsonWithStringIntegers } from '#kit/parse-json.server.ts';
import { verifySignedRequestWithAnySecret } from '#kit/signed-request.server.ts';
import { Problem } from '#model/problem.ts';
import { claimEachPurchase } from '../kit/claim-purchases.server.ts';
import type { PlatformCallHandlers, ProvedPurchase } from '../port.server.ts';
import { facebookinstantgames } from './platform.ts';

export const claimPurchase: PlatformCallHandlers<typeof facebookinstantgames>['purchase'] = async (
  { FbInstantPurchaseSignedData, PublicOrderId },
  host,
  tools,
) => {
  const { settings, log, game } = host;
  const refuse = (reason: string): Problem => {
    log.warn({ game, reason }, 'A purchase of Facebook Instant Games was refused.');
    return new Problem('ProofRefused', reason);
  };
  const reading = verifySignedRequestWithAnySecret(FbInstantPurchaseSignedData, settings.AppSecrets);
  if (reading.outcome === 'refused') throw refuse(reading.reason);
  // Ids exceed the range of numbers.
  const purchase = parseJsonWithStringIntegers(reading.bytes);
  if (!Value.Check(SignedPurchase, purchase))
    throw new Problem('InvalidRequest', 'The data is signed, but is not a purchase.');
  if (purchase.app_id !== settings.AppId) throw refuse('The purchase was made in another app.');
  // A consumed purchase was claimed before, or is an old one of someone else.
  if (purchase.is_consumed && (await tools.findGrantedOrder(purchase.payment_id)) === undefined)
    return { Success: false };
  const proved = { token: purchase.payment_id };
  const named = PublicOrderId === undefined ? {} : { orderId: PublicOrderId };
  const read = () => {
    const bought = readPurchase(purchase, settings.IsTest ?? false);
    return bought && { ...bought, ...named };
  };
  const [end] = await claimEachPurchase([proved], read, tools);
  return { Success: end?.Success ?? false };
};

const name = Type.String({ minLength: 1, maxLength: 200 });

export const SignedPurchase = Type.Object({
  app_id: Type.String(),
  payment_id: name,
  purchase_token: Type.Optional(name),
  product_id: Type.String({ minLength: 1, maxLength: 100 }),
  payment_action_type: Type.String(),
  is_consumed: Type.Optional(Type.Boolean()),
  purchase_price: Type.Optional(
    Type.Object({ amount: Type.Union([Type.String({ maxLength: 30 }), Type.Number()]), currency: Type.String() }),
  ),
  // Assumed: not documented.
  purchase_platform: Type.Optional(Type.String()),
  // Facebook leaves it empty since 30 October 2026.
  developer_payload: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/**
 * Undefined: nothing was charged, or the amount is invalid. Converted purchases have no amount; then the product's
 * price counts. Apple sets its own prices in dollars.
 */
export function readPurchase(
  purchase: Static<typeof SignedPurchase>,
  isTest: boolean,
): Omit<ProvedPurchase, 'transactionId'> | undefined {
  const { product_id: sku, payment_action_type: action, purchase_price: price, purchase_token: token } = purchase;
  if (action !== 'charge') return undefined;
  const { developer_payload: payload, purchase_platform: platform } = purchase;
  const bought = {
    sku,
    isTest,
    paysWaitingOrder: true,
    ...(token !== undefined && { providerPaymentId: token }),
    ...(isUuid(payload) && { orderId: payload }),
  };
  const { storeCurrency: currency } = facebookinstantgames;
  if (price?.currency !== currency) return bought;
  const amountMinor = fromDecimal(price.amount, currency);
  if (amountMinor === undefined) return undefined;
  return { ...bought, amountMinor, currency, ...(platform === 'APPLE' && { isPlatformPriced: true }) };
}

// Claims a signed purchase sent by a browser. The signature doesn't name the buyer, so the purchase belongs to the
// first account that sends it.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { fromDecimal } from '#kit/decimal-amount.ts';
import { isUuid } from '#kit/is-uuid.ts';
import { parseJsonWithStringIntegers } from '#kit/parse-json.server.ts';
import { verifySignedRequestWithAnySecret } from '#kit/signed-request.server.ts';
import { Problem } from '#model/problem.ts';
import { claimEachPurchase } from '../kit/claim-purchases.server.ts';
import type { PlatformCallHandlers } from '../port.server.ts';
import { facebookinstantgames } from './platform.ts';

export const claimPurchase: PlatformCallHandlers<typeof facebookinstantgames>['purchase'] = async (
  brought,
  host,
  tools,
) => {
  const { settings, log, game } = host;
  const refuse = (reason: string): Problem => {
    log.warn({ game, reason }, 'A purchase of Facebook Instant Games was refused.');
    return new Problem('ProofRefused', reason);
  };
  const reading = verifySignedRequestWithAnySecret(brought.FbInstantPurchaseSignedData, settings.AppSecrets);
  if (reading.outcome === 'refused') throw refuse(reading.reason);
  // Ids exceed the range of numbers.
  const purchase = parseJsonWithStringIntegers(reading.bytes);
  if (!Value.Check(Purchase, purchase))
    throw new Problem('InvalidRequest', 'The data is signed, but is not a purchase.');
  if (purchase.app_id !== settings.AppId) throw refuse('The purchase was made in another app.');
  // A consumed purchase was claimed before, or is an old one of someone else.
  if (purchase.is_consumed && (await tools.findGrantedOrder(purchase.payment_id)) === undefined)
    return { Success: false };
  const proved = { token: purchase.payment_id };
  const [end] = await claimEachPurchase([proved], () => readPurchase(purchase, settings.IsTest ?? false), tools);
  return { Success: end?.Success ?? false };
};

const Purchase = Type.Object({
  app_id: Type.String(),
  payment_id: Type.String({ minLength: 1, maxLength: 200 }),
  product_id: Type.String({ minLength: 1, maxLength: 100 }),
  payment_action_type: Type.String(),
  is_consumed: Type.Optional(Type.Boolean()),
  purchase_price: Type.Optional(
    Type.Object({ amount: Type.Union([Type.String({ maxLength: 30 }), Type.Number()]), currency: Type.String() }),
  ),
  // Assumed: not documented.
  developer_payload: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/**
 * Undefined: nothing was charged, or the amount is invalid. Converted purchases have no amount; then the product's
 * price counts.
 */
function readPurchase(purchase: Static<typeof Purchase>, isTest: boolean) {
  const { product_id: sku, payment_action_type: action, purchase_price: price, developer_payload: payload } = purchase;
  if (action !== 'charge') return undefined;
  const order = isUuid(payload) ? { orderId: payload } : {};
  const { storeCurrency: currency } = facebookinstantgames;
  if (price?.currency !== currency) return { sku, isTest, ...order };
  const amountMinor = fromDecimal(price.amount, currency);
  return amountMinor === undefined ? undefined : { sku, amountMinor, currency, isTest, ...order };
}

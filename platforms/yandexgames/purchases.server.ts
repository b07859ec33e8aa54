// Claims signed purchases sent by a browser: one that was just made, or all unconsumed ones. The signature doesn't name
// the buyer, so a purchase belongs to the first account that sends its token.
import { createHash } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { isUuid } from '#kit/is-uuid.ts';
import { Problem } from '#model/problem.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import { claimEachPurchase } from '../kit/claim-purchases.server.ts';
import type { PlatformCallHandlers } from '../port.server.ts';
import type { yandexgames } from './platform.ts';
import { verifySignedData } from './verify.server.ts';

/** `getPurchases` returns a list, `purchase` a single one. */
export const claimPurchases: PlatformCallHandlers<typeof yandexgames>['purchase'] = async (brought, host, tools) => {
  const { settings, log, game } = host;
  const reading = verifySignedData(brought.YandexSignedData, settings.SecretKey);
  if (reading.outcome === 'refused') {
    log.warn({ game, reason: reading.reason }, 'Purchases of Yandex Games were refused.');
    throw new Problem('ProofRefused', reading.reason);
  }
  const { data } = reading;
  const purchases = brought.YandexGetPurchasesRequest ? data : [data];
  if (!Value.Check(Purchases, purchases))
    throw new Problem('InvalidRequest', 'The data is signed, but does not contain purchases.');
  const { IsTest: isTest = false } = settings;
  return { TokenSuccesses: await claimEachPurchase(purchases, (purchase) => readPurchase(purchase, isTest), tools) };
};

/**
 * Bonuses: free products for a secret, once per player. There is no public documentation. Assumed: the platform's
 * manager and the operator agree on a secret, and a promotion link starts the game with it (`purchases.browser.ts`).
 */
export const redeemBonus: PlatformCallHandlers<typeof yandexgames>['redeemBonus'] = async (
  { YandexSecret },
  host,
  tools,
) => {
  const bonus = host.settings.Bonuses?.find(({ Secret }) => isSameSignature(YandexSecret, Secret));
  if (!bonus) return { Success: false };
  const name = createHash('sha256').update(bonus.Secret).digest('hex').slice(0, 16);
  const Records: { SucccessData?: { ConsumeToken: string } }[] = [];
  for (const [at, sku] of bonus.Products.entries()) {
    const given = await tools.grantGift({ key: `bonus ${name} ${at}`, sku });
    // A product that isn't for sale can't be given either; it is logged.
    Records.push(given.outcome === 'given' ? { SucccessData: { ConsumeToken: given.transactionId } } : {});
  }
  return { Success: Records.some(({ SucccessData }) => SucccessData), Data: { Records } };
};

const Purchase = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 200 }),
  product: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 100 }),
    price: Type.Object({ code: Type.String({ maxLength: 10 }), value: Type.Union([Type.String(), Type.Number()]) }),
  }),
  developerPayload: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** Empty: no error. */
  errorCode: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

const Purchases = Type.Array(Purchase, { maxItems: 200 });

/** Undefined: not sold by us (we sell only for whole units), or with an error. */
function readPurchase({ product, developerPayload, errorCode }: Static<typeof Purchase>, isTest: boolean) {
  const { code: currency, value } = product.price;
  const amountMinor = Number(value);
  if (errorCode || !Number.isSafeInteger(amountMinor) || !/^[A-Z]{3}$/.test(currency)) return undefined;
  const order = isUuid(developerPayload) ? { orderId: developerPayload } : {};
  return { sku: product.id, amountMinor, currency, isTest, ...order };
}

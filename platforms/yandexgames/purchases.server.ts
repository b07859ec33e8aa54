// Claims signed purchases sent by a browser: one that was just made, or all unconsumed ones. The signature doesn't name
// the buyer, so a purchase belongs to the first account that sends its token.
import { createHash } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { isUuid } from '#kit/is-uuid.ts';
import { Problem } from '#model/problem.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import { claimEachPurchase } from '../kit/claim-purchases.server.ts';
import type { Gift, PlatformCallHandlers } from '../port.server.ts';
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
 * Bonuses: free products. There is no public documentation. Assumed: a bonus that the platform grants itself is an
 * unconsumed purchase with price 0, signed like any other; or the platform's manager and the operator agree on a
 * secret, and a promotion link starts the game with it (`purchases.browser.ts`).
 */
export const redeemBonus: PlatformCallHandlers<typeof yandexgames>['redeemBonus'] = async (
  { YandexSecret },
  { settings, game, log },
  tools,
) => {
  const { Bonuses = [], SecretKey } = settings;
  const bonus = Bonuses.find(({ Secret }) => isSameSignature(YandexSecret, Secret));
  const gifts = bonus ? listGiftsForSecret(bonus) : listSignedGifts(YandexSecret, SecretKey);
  const products = new Set(Bonuses.flatMap(({ Products }) => Products));
  const Records: { SucccessData?: { ConsumeToken?: string } }[] = [];
  for (const { token, ...gift } of gifts) {
    if (!products.has(gift.sku)) log.warn({ game, sku: gift.sku }, 'A bonus of Yandex Games is not in "Bonuses".');
    // A product that isn't for sale can't be given either; it is logged.
    const isGiven = products.has(gift.sku) && (await tools.grantGift(gift)).outcome === 'given';
    Records.push(isGiven ? { SucccessData: token === undefined ? {} : { ConsumeToken: token } } : {});
  }
  return { Success: Records.some(({ SucccessData }) => SucccessData), ...(gifts.length > 0 && { Data: { Records } }) };
};

/** With the vendor's token if the gift must be consumed at the platform. */
type VendorGift = Gift & { readonly token?: string };

function listGiftsForSecret({ Secret, Products }: { Secret: string; Products: readonly string[] }): VendorGift[] {
  const name = createHash('sha256').update(Secret).digest('hex').slice(0, 16);
  return Products.map((sku, at) => ({ key: `bonus ${name} ${at}`, sku }));
}

function listSignedGifts(signed: string, secretKey: string): VendorGift[] {
  const reading = verifySignedData(signed, secretKey);
  if (reading.outcome === 'refused' || !Value.Check(Purchases, reading.data)) return [];
  return (
    reading.data
      // No control characters: the database and the log must accept it.
      .filter((purchase) => isFree(purchase) && !purchase.errorCode && /^\P{Cc}+$/u.test(purchase.token))
      .map(({ token, product }) => ({ key: token, sku: product.id, token, isForOnePlayer: true }))
  );
}

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

const isFree = ({ product }: Static<typeof Purchase>): boolean => Number(product.price.value) === 0;

/** Undefined: a bonus, not sold by us (we sell only for whole units), or with an error. */
function readPurchase(purchase: Static<typeof Purchase>, isTest: boolean) {
  const { product, developerPayload, errorCode } = purchase;
  const { code: currency, value } = product.price;
  const amountMinor = Number(value);
  if (isFree(purchase) || errorCode || !Number.isSafeInteger(amountMinor) || !/^[A-Z]{3}$/.test(currency))
    return undefined;
  const order = isUuid(developerPayload) ? { orderId: developerPayload } : {};
  return { sku: product.id, amountMinor, currency, isTest, ...order };
}

// Purchases that a browser brings, signed: one that was just made, or all that were not consumed yet. The signature does not say whose
// they are, so that the token decides: it belongs to whoever brought it first.
import { createHash } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { isUuid } from '#kit/is-uuid.ts';
import { Problem } from '#model/problem.ts';
import { sameSignature } from '#model/same-signature.server.ts';
import { claimEach } from '../kit/claim-purchases.server.ts';
import type { PlatformCalls } from '../port.server.ts';
import type { yandexgames } from './platform.ts';
import { readSigned } from './verify.server.ts';

/** The answer of `getPurchases` is a list, that of `purchase` is not. */
export const claimPurchases: PlatformCalls<typeof yandexgames>['purchase'] = async (brought, host, tools) => {
  const { settings, log, game } = host;
  const reading = readSigned(brought.YandexSignedData, settings.SecretKey);
  if (reading.outcome === 'refused') {
    log.warn({ game, reason: reading.reason }, 'Purchases of Yandex Games were refused.');
    throw new Problem('ProofRefused', reading.reason);
  }
  const { data } = reading;
  const purchases = brought.YandexGetPurchasesRequest ? data : [data];
  if (!Value.Check(Purchases, purchases))
    throw new Problem('InvalidRequest', 'It is signed, but these are no purchases.');
  const { IsTest: isTest = false } = settings;
  return { TokenSuccesses: await claimEach(purchases, (purchase) => readPurchase(purchase, isTest), tools) };
};

/**
 * Bonuses: products that a player is given for a secret, once. No public description of them was found. Assumed: the manager of the
 * platform and the operator agree on a secret, and a link of a promotion starts the game with it (`purchases.browser.ts`).
 */
export const redeemBonus: PlatformCalls<typeof yandexgames>['redeemBonus'] = async ({ YandexSecret }, host, tools) => {
  const bonus = host.settings.Bonuses?.find(({ Secret }) => sameSignature(YandexSecret, Secret));
  if (!bonus) return { Success: false };
  const name = createHash('sha256').update(bonus.Secret).digest('hex').slice(0, 16);
  const Records: { SucccessData?: { ConsumeToken: string } }[] = [];
  for (const [at, sku] of bonus.Products.entries()) {
    const given = await tools.giveProduct({ key: `bonus ${name} ${at}`, sku });
    // What is not for sale there cannot be given either, and stands in the log.
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
  /** Empty where all is well. */
  errorCode: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

const Purchases = Type.Array(Purchase, { maxItems: 200 });

/** Undefined: what is sold is sold for whole units, anything else was not sold by us, and one with an error was not sold at all. */
function readPurchase({ product, developerPayload, errorCode }: Static<typeof Purchase>, isTest: boolean) {
  const { code: currency, value } = product.price;
  const amountMinor = Number(value);
  if (errorCode || !Number.isSafeInteger(amountMinor) || !/^[A-Z]{3}$/.test(currency)) return undefined;
  const order = isUuid(developerPayload) ? { orderId: developerPayload } : {};
  return { sku: product.id, amountMinor, currency, isTest, ...order };
}

// Purchases that a browser brings, signed: one that was just made, or all that were not consumed yet. Each is given to the player who
// brings it, once; the signature does not say whose it is, so that the token decides: it belongs to whoever brought it first.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { isUuid } from '#kit/is-uuid.ts';
import { Problem } from '#model/problem.ts';
import type { PlatformHost, Tools } from '../port.server.ts';
import type { yandexgames } from './platform.ts';
import { readSigned } from './verify.server.ts';

type Host = Pick<PlatformHost<Static<typeof yandexgames.settings>>, 'settings' | 'log' | 'game'>;

/** @param isList the answer of `getPurchases` is a list, that of `purchase` is not */
export async function claimPurchases(
  text: string,
  isList: boolean,
  { settings, log, game }: Host,
  tools: Pick<Tools, 'claim'>,
): Promise<{ PurchaseToken: string; Success: boolean }[]> {
  const reading = readSigned(text, settings.SecretKey);
  if (reading.outcome === 'refused') {
    log.warn({ game, reason: reading.reason }, 'Purchases of Yandex Games were refused.');
    throw new Problem('ProofRefused', reading.reason);
  }
  const { data } = reading.signed;
  const purchases = isList ? data : [data];
  if (!Value.Check(Purchases, purchases))
    throw new Problem('InvalidRequest', 'It is signed, but these are no purchases.');
  const ends: { PurchaseToken: string; Success: boolean }[] = [];
  // One after the other: an account's purchases are settled in turn anyway.
  for (const purchase of purchases) {
    const isGranted = await claimPurchase(purchase, settings.IsTest ?? false, tools);
    ends.push({ PurchaseToken: purchase.token, Success: isGranted });
  }
  return ends;
}

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

async function claimPurchase(
  { token, product, developerPayload, errorCode }: Static<typeof Purchase>,
  isTest: boolean,
  tools: Pick<Tools, 'claim'>,
): Promise<boolean> {
  const { code: currency, value } = product.price;
  const amountMinor = Number(value);
  // What is sold is sold for whole units; anything else was not sold by us, and one with an error was not sold at all.
  const isSold = !errorCode && Number.isSafeInteger(amountMinor) && /^[A-Z]{3}$/.test(currency);
  if (!isSold || !isName.test(token) || !isName.test(product.id)) return false;
  const order = isUuid(developerPayload) ? { orderId: developerPayload } : {};
  const claim = { transactionId: token, sku: product.id, amountMinor, currency, isTest, ...order };
  return (await tools.claim(claim)) === 'granted';
}

// Whatever a database takes and a line of a log shows.
const isName = /^\P{Cc}+$/u;

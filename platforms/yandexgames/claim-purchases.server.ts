// Purchases that a browser brings, signed: one that was just made, or all that were not consumed yet. Each is given to the player who
// brings it, once; the signature does not say whose it is, so that the token decides: it belongs to whoever brought it first.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { Problem } from '#model/problem.ts';
import type { PlatformHost, Tools } from '../port.server.ts';
import { readSigned } from './read-signed.server.ts';

export interface BroughtPurchases {
  readonly signed: string;
  /** The answer of `getPurchases` is a list, that of `purchase` is not. */
  readonly isList: boolean;
}

export async function claimPurchases(
  { signed, isList }: BroughtPurchases,
  {
    settings,
    log,
    game,
  }: Pick<PlatformHost<{ readonly SecretKey: string; readonly IsTest?: boolean }>, 'settings' | 'log' | 'game'>,
  tools: Pick<Tools, 'claim'>,
): Promise<{ PurchaseToken: string; Success: boolean }[]> {
  const read = readSigned(signed, settings.SecretKey);
  if (read.outcome === 'refused') {
    log.warn({ game, reason: read.reason }, 'Purchases of Yandex Games were refused.');
    throw new Problem('ProofRefused', read.reason);
  }
  const { data } = read.signed;
  const purchases = isList ? data : [data];
  if (!Value.Check(Purchases, purchases))
    throw new Problem('InvalidRequest', 'It is signed, but these are no purchases.');
  const ends: { PurchaseToken: string; Success: boolean }[] = [];
  // One after the other: an account's purchases are settled in turn anyway.
  for (const purchase of purchases) ends.push(await claimOne(purchase, settings.IsTest ?? false, tools));
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

async function claimOne(purchase: Static<typeof Purchase>, isTest: boolean, tools: Pick<Tools, 'claim'>) {
  const { token, product, developerPayload, errorCode } = purchase;
  const amountMinor = Number(product.price.value);
  // What is sold is sold for whole units; anything else was not sold by us, and one with an error was not sold at all.
  const isSold = Number.isSafeInteger(amountMinor) && /^[A-Z]{3}$/.test(product.price.code);
  const isOurs = !errorCode && isSold && isName.test(token) && isName.test(product.id);
  const orderId = developerPayload && isUuid.test(developerPayload) ? developerPayload : undefined;
  const end = isOurs
    ? await tools.claim({
        transactionId: token,
        sku: product.id,
        amountMinor,
        currency: product.price.code,
        isTest,
        ...(orderId !== undefined && { orderId }),
      })
    : 'refused';
  return { PurchaseToken: token, Success: end === 'granted' };
}

// Whatever a database takes and a line of a log shows.
const isName = /^\P{Cc}+$/u;
const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

// Purchases for games whose page receives them, instead of a server.
import { Type, type Static } from 'typebox';
import { GameName } from '#model/game.ts';
import { Sku } from '#model/product.ts';
import { allSessionKinds, route } from '#model/route.ts';
import { instant, object, text } from '#model/schema.ts';

export const PaidPurchase = object({
  PurchaseId: text(64, { description: "The order's `PublicOrderId`; further products of a bundle have `.1`, `.2` …" }),
  Sku,
  Quantity: Type.Integer({ minimum: 1 }),
  DeveloperPayload: Type.Optional(text(1000)),
  PurchasedAt: instant,
  IsTest: Type.Boolean(),
});
export type PaidPurchase = Static<typeof PaidPurchase>;

export const pagePurchaseRoutes = {
  list: route({
    method: 'POST',
    path: '/store/purchases',
    access: allSessionKinds,
    summary:
      "For games whose page receives the purchases: the caller's purchases and rewards in this game that the page hasn't consumed, oldest first. The call acknowledges their deliveries.",
    body: object({ Game: GameName }),
    reply: object({ Purchases: Type.Array(PaidPurchase) }),
    errors: ['UnknownGame', 'NotConfigured'],
    perMinute: 120,
  }),
  consume: route({
    method: 'POST',
    path: '/store/consume_purchase',
    access: allSessionKinds,
    summary: 'End such a purchase, after the page has granted it. Repeating the call is safe.',
    body: object({ Game: GameName, PurchaseId: text(64) }),
    reply: object({ Consumed: Type.Boolean({ description: 'False: consumed before, so grant nothing again' }) }),
    errors: ['UnknownGame', 'NotConfigured', 'NotFound'],
    perMinute: 300,
  }),
};

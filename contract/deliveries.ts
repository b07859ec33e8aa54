import { Type } from 'typebox';
import { Locale } from '#model/locale-schema.ts';
import { CurrencyCode } from '#model/money.ts';
import { PublicOrderId } from '#model/order.ts';
import { Sku } from '#model/product.ts';
import { route } from '#model/route.ts';
import { instant, object, text, uuid } from '#model/schema.ts';
import { OrderHistory } from './store.ts';

export const deliveryRoutes = {
  pending: route({
    method: 'GET',
    path: '/deliveries/pending',
    access: ['game'],
    summary: "Purchases, revocations and quest rewards that the game hasn't acknowledged yet, oldest first.",
    query: object({ Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    reply: object({
      Deliveries: Type.Array(
        object({
          DeliveryId: uuid,
          Type: Type.Enum(['order.paid', 'order.revoked', 'quest.reward']),
          CreatedAt: instant,
          PublicOrderId: Type.Optional({ ...PublicOrderId, description: 'Absent for rewards' }),
          QuestId: Type.Optional({ ...uuid, description: 'Rewards only' }),
          AccountId: Type.Optional(uuid),
          GameUid: text(128),
          Products: Type.Array(
            object({ Sku, Quantity: Type.Integer({ minimum: 1 }), Payload: Type.Optional(text(4000)) }),
          ),
          PriceMinor: Type.Optional(Type.Integer({ minimum: 0 })),
          Currency: Type.Optional(CurrencyCode),
          IsTest: Type.Optional(Type.Boolean()),
          DeveloperPayload: Type.Optional(text(1000)),
        }),
      ),
    }),
  }),
  events: route({
    method: 'GET',
    path: '/deliveries/events',
    access: ['game'],
    summary:
      "In-game events of connected players that match the game's rules, oldest first. An event appears after ten seconds at the earliest. The next page starts after `Next`.",
    query: object({
      After: Type.Optional(text(80, { description: '`Next` from the previous page' })),
      Limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    }),
    reply: object({
      Events: Type.Array(
        object({
          EventId: uuid,
          CreatedAt: instant,
          AccountId: uuid,
          GameUid: text(128),
          EventCode: text(100),
          Value: Type.Optional(Type.Number()),
          P1: Type.Optional(text(256)),
          P2: Type.Optional(text(256)),
          P3: Type.Optional(text(256)),
        }),
      ),
      Next: Type.Optional(text(80, { description: 'Absent: no more events' })),
    }),
    errors: ['InvalidRequest'],
  }),
  orderHistory: route({
    method: 'GET',
    path: '/deliveries/order_history',
    access: ['game'],
    summary: "The history of one of the game's orders, as the player sees it.",
    query: object({ PublicOrderId, Locale: Type.Optional(Locale) }),
    reply: OrderHistory,
    errors: ['NotFound'],
  }),
  acknowledge: route({
    method: 'POST',
    path: '/deliveries/acknowledge',
    access: ['game'],
    summary: 'Acknowledge that a delivery has reached the player. Repeating the call is safe.',
    body: object({ DeliveryId: uuid }),
    reply: object({
      Acknowledged: Type.Boolean({ description: 'False: already refunded, so grant nothing' }),
    }),
    errors: ['NotFound'],
  }),
};

// The API of the simulated Aghanim. Request schemas allow no unknown fields, which is stricter than Aghanim, to find
// our mistakes. Like Aghanim, it has no idempotency.
import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { fromDecimal } from '#kit/decimal-amount.ts';
import { createSimulatorApi, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { email, object, text } from '#model/schema.ts';
import type { SimulatorContext } from '../simulator-provider.server.ts';
import {
  toUnixSeconds,
  createSimulatedOrder,
  buildOrderObject,
  buildPaymentObject,
} from './simulator-records.server.ts';
import type { AghanimAction, AghanimEvent, NewSimulatedOrder, SimulatedOrder } from './simulator-records.server.ts';

export function mountAghanimApi(
  app: FastifyInstance,
  { records, place, act, isOn }: SimulatorContext<SimulatedOrder, AghanimEvent, AghanimAction>,
  apiKey: string,
): void {
  const api = createSimulatorApi(app, ({ headers }) => {
    if (headers.authorization !== `Bearer ${apiKey}`)
      throw new SimulatedVendorError(401, { detail: 'Not authenticated' });
  });
  const whole = (order: SimulatedOrder): object => ({
    ...buildOrderObject(order),
    checkout_url: `${place.at}/order/${order.id}`,
  });
  const find = (id = ''): SimulatedOrder => {
    const order = records.get(id);
    if (!order) throw new SimulatedVendorError(404, { detail: 'Order not found' });
    return order;
  };

  api.post('/v1/orders', ({ body, reply }) => {
    const order = createSimulatedOrder(readRequest(body, place.now()), place.now());
    records.add(order.id, order);
    void reply.code(201);
    return { order_id: order.id, checkout_url: `${place.at}/order/${order.id}` };
  });
  api.get('/v1/orders/:id', ({ texts }) => whole(find(texts['id'])));
  api.patch('/v1/orders/:id/expire', ({ texts }) => {
    const order = find(texts['id']);
    if (order.status !== 'created' && order.status !== 'reattempted')
      throw new SimulatedVendorError(409, { detail: 'Only orders with status created or reattempted can be expired' });
    order.expiresAtS = toUnixSeconds(place.now());
    return {};
  });
  api.post('/v1/orders/:id/refund', ({ texts, body }) => {
    const order = find(texts['id']);
    if (!Value.Check(RefundRequest, body)) throw refuseFields(['body', 'reason']);
    if (order.status !== 'paid') throw new SimulatedVendorError(409, { detail: 'The order cannot be refunded' });
    void act(isOn('refundsLater') ? 'accept refund' : 'refund', order);
    return {};
  });
  api.get('/v1/payments', ({ texts }) => {
    const { start_at: from, end_at: to, limit = '10', offset = '0' } = texts;
    if (from !== undefined && to === undefined) throw refuseFields(['query', 'end_at']);
    return records
      .all()
      .flatMap((order) => order.payments.map((payment) => ({ order, payment })))
      .filter(({ payment: { createdS } }) => createdS >= Number(from ?? 0) && createdS <= Number(to ?? Infinity))
      .toReversed()
      .slice(Number(offset), Number(offset) + Math.min(Number(limit), 100))
      .map(({ order, payment }) => buildPaymentObject(order, payment));
  });
}

const RefundRequest = object({ reason: text(500, { minLength: 1 }) });

const OrderRequest = object({
  player_id: text(200, { minLength: 1 }),
  items: Type.Array(
    object({
      sku: text(200, { minLength: 1 }),
      name: Type.Optional(text(255)),
      description: Type.Optional(text(2000)),
      quantity: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    { minItems: 1, maxItems: 1 },
  ),
  price_decimal: Type.Number({ minimum: 0, maximum: 1_000_000_000 }),
  currency: text(3, { pattern: '^[A-Z]{3}$' }),
  currency_preferred: Type.Literal(true),
  coupons_enabled: Type.Literal(false),
  metadata: Type.Record(Type.String(), Type.String()),
  expires_at: Type.Integer(),
  platform: Type.Optional(Type.Enum(['ios', 'android', 'other'])),
  back_to_store_url: Type.Optional(text(2048, { pattern: '^https?://' })),
  redirect_settings: Type.Optional(
    object({ mode: Type.Enum(['no_redirect', 'immediate', 'delayed']), target: Type.Enum(['game', 'store']) }),
  ),
  player_info: Type.Optional(object({ name: text(255) })),
  email: Type.Optional(email),
  country: Type.Optional(text(2, { pattern: '^[A-Z]{2}$' })),
  ip_address: Type.Optional(text(45, { pattern: '^[0-9a-f.:]+$' })),
  locale: Type.Optional(
    Type.Enum(
      'cs de en es fr fr-CA hi id it ja ko ms nl no pl pt pt-BR ru sv th tr uk vi zh zh-Hant'.split(' ') as [string],
    ),
  ),
});

function readRequest(body: unknown, now: Date): NewSimulatedOrder {
  if (!Value.Check(OrderRequest, body))
    throw refuseFields(
      ...[...Value.Errors(OrderRequest, body)].map(({ instancePath }) => ['body', ...instancePath.split('/').slice(1)]),
    );
  const amount = fromDecimal(body.price_decimal, body.currency);
  if (amount === undefined) throw refuseFields(['body', 'price_decimal']);
  if (body.expires_at <= toUnixSeconds(now)) throw refuseFields(['body', 'expires_at']);
  return { ...describeRequest(body), amount };
}

const describeRequest = (body: Static<typeof OrderRequest>): Omit<NewSimulatedOrder, 'amount'> => ({
  playerId: body.player_id,
  email: body.email,
  country: body.country ?? 'US',
  item: { sku: body.items[0]?.sku ?? '', name: body.items[0]?.name ?? '' },
  currency: body.currency,
  metadata: body.metadata,
  returnUrl: body.back_to_store_url,
  expiresAtS: body.expires_at,
});

const refuseFields = (...places: readonly (readonly string[])[]): SimulatedVendorError =>
  new SimulatedVendorError(422, {
    detail: places.map((loc) => ({ loc, msg: 'The value is wrong', type: 'value_error' })),
  });

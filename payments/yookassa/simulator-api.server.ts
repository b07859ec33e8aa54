// The API of the simulated YooKassa. A repeated idempotency key gets the same response, or a 202 while the first
// request runs. Schemas allow no unknown fields, and receipt lines must add up, which is stricter than YooKassa, to
// find our mistakes.
import type { FastifyInstance } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { buildBasicAuth } from '#kit/call-vendor.server.ts';
import { fromDecimal } from '#kit/decimal-amount.ts';
import {
  createSimulatorApi,
  SimulatedVendorError,
  type SimulatorCall,
  type SimulatorParams,
} from '#kit/simulator-api.server.ts';
import { createIdempotencyKeys } from '#kit/simulator-idempotency-keys.server.ts';
import { email, object, text } from '#model/schema.ts';
import type { SimulatorContext } from '../simulator-provider.server.ts';
import {
  getRefundableMinor,
  isPaymentExpired,
  createSimulatedPayment,
  createSimulatedRefund,
  buildPaymentObject,
  buildRefundObject,
} from './simulator-records.server.ts';
import type { SimulatedPayment, YookassaAction, YookassaEvent } from './simulator-records.server.ts';

export const simulatedShopId = '100500';

export function mountYookassaApi(
  app: FastifyInstance,
  { records, place, act, send }: SimulatorContext<SimulatedPayment, YookassaEvent, YookassaAction>,
  secretKey: string,
): void {
  const api = createSimulatorApi(app, ({ headers }) => {
    if (headers.authorization !== buildBasicAuth(simulatedShopId, secretKey))
      throw fail('Basic authentication failed: wrong shop id or secret key', undefined, 401, 'invalid_credentials');
  });
  const keys = createIdempotencyKeys<object>(place.now);
  const post = (path: string, answer: (call: SimulatorCall) => object) =>
    api.post(path, async (call) => {
      const { 'idempotence-key': key } = call.request.headers;
      if (typeof key !== 'string' || key === '' || key.length > 64)
        throw fail('Idempotence key is missing or longer than 64', 'Idempotence-Key');
      const kept = await keys.once(key, [call.request.url, call.body], async () => answer(call));
      if (kept.outcome === 'different-content') throw fail('Duplicate idempotence key', 'Idempotence-Key');
      if (kept.outcome === 'busy') return call.reply.code(202).send({ type: 'processing', retry_after: 1800 });
      return kept.answer;
    });
  const whole = (payment: SimulatedPayment): object => {
    const { returnUrl: return_url, token: confirmation_token } = payment;
    const confirmation =
      return_url === undefined
        ? { type: 'embedded', confirmation_token }
        : { type: 'redirect', return_url, confirmation_url: `${place.at}/checkout/payments/${payment.id}` };
    return { ...buildPaymentObject(payment), ...(payment.status === 'pending' && { confirmation }) };
  };
  const find = (id = ''): SimulatedPayment => {
    const payment = records.get(id);
    if (!payment) throw fail("Payment doesn't exist or access denied", 'payment_id', 404, 'not_found');
    if (isPaymentExpired(payment, place.now())) void act('expire', payment);
    return payment;
  };

  post('/v3/payments', ({ body }) => {
    const {
      capture = false,
      confirmation,
      description = '',
      metadata = {},
      ...request
    } = readRequest(PaymentRequest, body);
    const returnUrl = confirmation.type === 'redirect' ? confirmation.return_url : undefined;
    const amountMinor = readSum(request);
    const made = { amountMinor, capture, description, metadata, returnUrl, hasReceipt: request.receipt !== undefined };
    const payment = createSimulatedPayment(made, place.now(), place.isLive ?? false);
    return whole(records.add(payment.id, payment));
  });
  api.get('/v3/payments/:id', ({ texts }) => whole(find(texts['id'])));
  api.get('/v3/payments', ({ texts }) => {
    const { 'created_at.gte': from = '', 'created_at.lte': to = '9999', status } = texts;
    const wanted = records.all().filter((payment) => {
      const at = payment.createdAt.toISOString();
      return at >= from && at <= to && (status === undefined || payment.status === status);
    });
    return cutPage(wanted.toReversed().map(whole), texts);
  });
  for (const name of ['capture', 'cancel'] as const)
    post(`/v3/payments/:id/${name}`, ({ texts }) => {
      const payment = find(texts['id']);
      if (payment.status !== 'waiting_for_capture')
        throw fail('Only a payment in waiting_for_capture can be changed', 'payment_id');
      void act(name, payment);
      return whole(payment);
    });
  post('/v3/refunds', ({ body }) => {
    const request = readRequest(RefundRequest, body);
    const amountMinor = readSum(request);
    const payment = find(request.payment_id);
    if (payment.status !== 'succeeded' || amountMinor > getRefundableMinor(payment))
      throw fail('There is not so much to refund', 'amount');
    const { description, metadata } = request;
    const { refund, events } = createSimulatedRefund(payment, { amountMinor, description, metadata }, place.now());
    void send(events);
    return buildRefundObject(payment, refund);
  });
  const refunds = () => records.all().flatMap((payment) => payment.refunds.map((refund) => ({ payment, refund })));
  api.get('/v3/refunds/:id', ({ texts }) => {
    const known = refunds().find(({ refund }) => refund.id === texts['id']);
    if (!known) throw fail("Refund doesn't exist or access denied", 'refund_id', 404, 'not_found');
    return buildRefundObject(known.payment, known.refund);
  });
  api.get('/v3/refunds', ({ texts }) => {
    const { payment_id: paymentId } = texts;
    const wanted = refunds().filter(({ payment }) => paymentId === undefined || payment.id === paymentId);
    return cutPage(
      wanted.toReversed().map(({ payment, refund }) => buildRefundObject(payment, refund)),
      texts,
    );
  });
}

const fail = (description: string, parameter?: string, status = 400, code = 'invalid_request'): SimulatedVendorError =>
  new SimulatedVendorError(status, {
    type: 'error',
    id: 'ab5a11cd-13cc-4e33-af8b-75a74e18dd09',
    code,
    description,
    ...(parameter !== undefined && { parameter }),
  });

function cutPage(all: readonly object[], { limit = '10', cursor = '0' }: SimulatorParams): object {
  const size = Number(limit);
  const from = Number(cursor);
  if (!(size >= 1 && size <= 100) || !Number.isSafeInteger(from) || from < 0)
    throw fail('Limit or cursor is wrong', 'limit');
  const isMore = from + size < all.length;
  return { type: 'list', items: all.slice(from, from + size), ...(isMore && { next_cursor: String(from + size) }) };
}

const Amount = object({ value: text(12, { pattern: '^\\d{1,8}\\.\\d{2}$' }), currency: Type.Literal('RUB') });
const Item = object({
  description: text(128, { minLength: 1 }),
  // Some clients send the number as text.
  quantity: Type.Union([Type.Number({ exclusiveMinimum: 0 }), text(12, { pattern: '^\\d{1,5}(\\.\\d{1,3})?$' })]),
  amount: Amount,
  vat_code: Type.Integer({ minimum: 1, maximum: 12 }),
  payment_mode: text(30),
  payment_subject: text(40),
});
const Receipt = object({
  customer: Type.Union([object({ email }), object({ phone: text(15, { pattern: '^[1-9]\\d{1,14}$' }) })]),
  items: Type.Array(Item, { minItems: 1, maxItems: 100 }),
  tax_system_code: Type.Optional(Type.Integer({ minimum: 1, maximum: 6 })),
});
const locale = Type.Optional(Type.Enum(['ru_RU', 'en_US']));

const Metadata = Type.Optional(Type.Record(Type.String({ maxLength: 32 }), text(512), { maxProperties: 16 }));

const PaymentRequest = object({
  amount: Amount,
  capture: Type.Optional(Type.Boolean()),
  confirmation: Type.Union([
    object({ type: Type.Literal('redirect'), return_url: text(2048, { pattern: '^https?://' }), locale }),
    object({ type: Type.Literal('embedded'), locale }),
  ]),
  description: Type.Optional(text(128)),
  metadata: Metadata,
  receipt: Type.Optional(Receipt),
});

const RefundRequest = object({
  payment_id: text(64, { minLength: 1 }),
  amount: Amount,
  description: Type.Optional(text(250)),
  metadata: Metadata,
  receipt: Type.Optional(Receipt),
});

function readRequest<S extends TSchema>(schema: S, body: unknown): Static<S> {
  if (Value.Check(schema, body)) return body;
  const [first] = Value.Errors(schema, body);
  throw fail(first?.message ?? 'Invalid request', first?.instancePath.slice(1).replaceAll('/', '.') || 'body');
}

/** The simulated shop requires a receipt that adds up to the amount. */
function readSum({ amount, receipt }: Pick<Static<typeof RefundRequest>, 'amount' | 'receipt'>): number {
  const readMinor = ({ value, currency }: Static<typeof Amount>): number => fromDecimal(value, currency) ?? 0;
  if (readMinor(amount) < 1) throw fail('Amount must be above zero', 'amount.value');
  if (!receipt) throw fail('Receipt is missing or illegal', 'receipt');
  const sum = receipt.items.reduce((total, item) => total + readMinor(item.amount) * Number(item.quantity), 0);
  if (sum !== readMinor(amount)) throw fail('The lines of the receipt are not the amount', 'receipt.items');
  return sum;
}

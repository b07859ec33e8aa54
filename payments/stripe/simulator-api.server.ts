// The API of the simulated Stripe. As at Stripe, the response to an idempotency key is replayed for a day, the same key
// with other parameters is rejected, and a concurrent request gets a 409.
import type { FastifyInstance } from 'fastify';
import { createSimulatorApi, readSimulatorParams, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import type { SimulatorCall, SimulatorParams } from '#kit/simulator-api.server.ts';
import { createIdempotencyKeys } from '#kit/simulator-idempotency-keys.server.ts';
import type { SimulatorContext } from '../simulator-provider.server.ts';
import {
  buildDisputeObject,
  buildPaymentIntentObject,
  buildRefundObject,
  buildSessionObject,
} from './simulator-records.server.ts';
import {
  toUnixSeconds,
  isHostedPage,
  createSimulatedRefund,
  createSimulatedSession,
  sumRefunds,
} from './simulator-records.server.ts';
import type { SimulatedIntent } from './simulator-records.server.ts';
import type { NewSimulatedSession, SimulatedSession, StripeAction, StripeEvent } from './simulator-records.server.ts';

export function mountStripeApi(
  app: FastifyInstance,
  { records, place, send, act, isOn }: SimulatorContext<SimulatedSession, StripeEvent, StripeAction>,
  secretKey: string,
): void {
  const api = createSimulatorApi(app, ({ headers: { authorization = '' } }) => {
    const key = authorization.replace(/^Bearer /, '');
    if (key !== secretKey)
      throw fail(`Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`, { status: 401 });
  });
  const keys = createIdempotencyKeys<{ readonly body: object } | { readonly refused: SimulatedVendorError }>(place.now);
  const post = (path: string, answer: (call: SimulatorCall) => object | Promise<object>) =>
    api.post(path, async (call) => {
      const { 'idempotency-key': key } = call.request.headers;
      if (typeof key !== 'string') return answer(call);
      const content = [path, Object.entries(call.texts).toSorted(([one], [other]) => (one < other ? -1 : 1))];
      const kept = await keys.once(key, content, async () => answerOnce(() => answer(call)));
      if (kept.outcome === 'busy')
        throw fail('There is currently another in-progress request.', { status: 409, code: 'idempotency_key_in_use' });
      if (kept.outcome === 'different-content')
        throw fail(
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
          { type: 'idempotency_error' },
        );
      if (kept.outcome === 'replayed') void call.reply.header('idempotent-replayed', 'true');
      if ('refused' in kept.answer) throw kept.answer.refused;
      return kept.answer.body;
    });
  const whole = (session: SimulatedSession): object => ({
    ...buildSessionObject(session),
    url: isHostedPage(session) && session.status === 'open' ? `${place.at}/c/pay/${session.id}` : null,
  });
  const findSession = ({ texts: { id = '' } }: SimulatorCall) => requireFound(records.get(id), 'checkout.session');
  /** Without an id, returns all sessions that have a payment intent. */
  const paid = (id?: string) => {
    const pairs = records.all().flatMap((session) => (session.intent ? [{ session, intent: session.intent }] : []));
    return id === undefined
      ? pairs
      : [
          requireFound(
            pairs.find(({ intent }) => intent.id === id),
            'payment_intent',
          ),
        ];
  };

  post('/v1/checkout/sessions', async ({ texts }) => {
    const session = createSimulatedSession(readSession(texts, place.now()), place.now(), place.isLive ?? false);
    records.add(session.id, session);
    if (isOn('early')) await act('pay', session);
    return whole(session);
  });
  api.get('/v1/checkout/sessions/:id', (call) => whole(findSession(call)));
  post('/v1/checkout/sessions/:id/expire', (call) => {
    const session = findSession(call);
    if (session.status !== 'open') throw fail('Only Checkout Sessions with a status in ["open"] can be expired.');
    void act('expire', session);
    return whole(session);
  });
  api.get(
    '/v1/payment_intents/:id',
    ({ texts: { id = '' } }) =>
      paid(id).map(({ session, intent }) => buildPaymentIntentObject(session, intent))[0] ?? {},
  );
  api.get('/v1/payment_intents', ({ texts }) =>
    listPage(
      texts,
      paid().map(({ session, intent }) => [intent, buildPaymentIntentObject(session, intent)]),
    ),
  );
  const expanded = (texts: SimulatorParams, object: object, payment: object): object =>
    Object.entries(texts).some(([name, value]) => name.startsWith('expand') && value === 'data.payment_intent')
      ? { ...object, payment_intent: payment }
      : object;
  const getReturned = <Returned extends Listed[0]>(
    path: string,
    find: (intent: SimulatedIntent) => readonly Returned[],
    describe: (session: SimulatedSession, intent: SimulatedIntent, returned: Returned) => object,
  ) =>
    api.get(path, ({ texts }) => {
      const pairs = paid(texts['payment_intent']).flatMap(({ session, intent }) =>
        find(intent).map((each): Listed => {
          const object = describe(session, intent, each);
          return [each, expanded(texts, object, buildPaymentIntentObject(session, intent))];
        }),
      );
      return listPage(texts, pairs);
    });
  getReturned('/v1/refunds', ({ refunds }) => refunds, buildRefundObject);
  getReturned('/v1/disputes', ({ disputes }) => disputes, buildDisputeObject);
  post('/v1/refunds', ({ texts }) => {
    const { session, intent } = requireFound(paid(texts['payment_intent'] ?? '')[0], 'payment_intent');
    if (intent.status !== 'succeeded') throw fail('This PaymentIntent does not have a successful charge to refund.');
    const left = session.amount - sumRefunds(intent);
    if (left === 0) throw fail('The charge has already been refunded.', { code: 'charge_already_refunded' });
    const amount = Number(texts['amount'] ?? left);
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > left)
      throw fail('Refund amount is greater than unrefunded amount on charge', { param: 'amount' });
    const request = { amount, reason: texts['reason'] ?? null, metadata: readGroup(texts, /^metadata\[(\w+)\]$/) };
    const { refund, events } = createSimulatedRefund(session, intent, request, place.now());
    void send(events);
    return buildRefundObject(session, intent, refund);
  });
}

// Stripe also replays rejections.
async function answerOnce(answer: () => object | Promise<object>) {
  try {
    return { body: await answer() };
  } catch (error) {
    if (error instanceof SimulatedVendorError) return { refused: error };
    throw error;
  }
}

interface FaultDetails {
  readonly status?: number;
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
}

const fail = (message: string, { status = 400, type = 'invalid_request_error', code, param }: FaultDetails = {}) =>
  new SimulatedVendorError(status, { error: { type, code, message, param } });

function requireFound<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw fail(`No such ${what}`, { status: 404, code: 'resource_missing', param: 'id' });
  return value;
}

type Listed = readonly [entry: { readonly id: string; readonly createdS: number }, object: object];

function listPage(texts: SimulatorParams, entries: readonly Listed[]): object {
  const { 'created[gte]': from = '0', 'created[lte]': to = 'Infinity', limit = '10', starting_after: after } = texts;
  const wanted = entries.toReversed().filter(([{ createdS }]) => createdS >= Number(from) && createdS <= Number(to));
  const start = after === undefined ? 0 : wanted.findIndex(([{ id }]) => id === after) + 1;
  const size = Number(limit);
  if (!(size >= 1 && size <= 100)) throw fail('Invalid limit', { param: 'limit' });
  if (after !== undefined && start === 0) throw fail(`No such object: ${after}`, { code: 'resource_missing' });
  const page = wanted.slice(start, start + size).map(([, object]) => object);
  return { object: 'list', data: page, has_more: start + size < wanted.length };
}

function readSession(form: SimulatorParams, now: Date): NewSimulatedSession {
  const refuseUnless = (isRight: boolean, param: string, message = `Invalid ${param}`, code?: string): void => {
    if (!isRight) throw fail(message, { param, ...(code !== undefined && { code }) });
  };
  const unknown = Object.keys(form).find((name) => !known.some((pattern) => pattern.test(name)));
  refuseUnless(unknown === undefined, unknown ?? '', `Received unknown parameter: ${unknown}`, 'parameter_unknown');
  refuseUnless(form['mode'] === 'payment', 'mode', 'Only payments are simulated');
  const { ui_mode: uiMode = 'hosted_page', success_url: successUrl = null, cancel_url: cancelUrl = null } = form;
  refuseUnless(uiModes.has(uiMode), 'ui_mode');
  if (uiMode.startsWith('hosted'))
    refuseUnless(successUrl !== null, 'success_url', 'Missing success_url', 'parameter_missing');
  else {
    refuseUnless(
      successUrl === null && cancelUrl === null,
      'success_url',
      'success_url and cancel_url are for hosted pages',
    );
    const isNever = form['redirect_on_completion'] === 'never';
    refuseUnless(
      isNever === (form['return_url'] === undefined),
      'return_url',
      'return_url goes with everything but never',
    );
  }
  const currency = form[`${line}[currency]`] ?? '';
  refuseUnless(/^[a-z]{3}$/.test(currency), `${line}[currency]`, `Invalid currency: ${currency}`);
  const amount = Number(form[`${line}[unit_amount]`]) * Number(form['line_items[0][quantity]']);
  const isAmount = Number.isSafeInteger(amount) && amount >= 1 && amount <= 99_999_999;
  refuseUnless(isAmount, `${line}[unit_amount]`, 'Invalid integer', 'amount_too_small');
  const isExact = !threeDigits.has(currency) || amount % 10 === 0;
  refuseUnless(isExact, `${line}[unit_amount]`, 'The last digit must be 0', 'parameter_invalid_integer');
  const name = form[`${line}[product_data][name]`] ?? '';
  refuseUnless(name !== '', `${line}[product_data][name]`, 'Missing name', 'parameter_missing');
  const nowS = toUnixSeconds(now);
  const expiresAtS = Number(form['expires_at'] ?? nowS + 86_400);
  refuseUnless(
    expiresAtS >= nowS + 1_800 && expiresAtS <= nowS + 86_400,
    'expires_at',
    'Not between 30 minutes and 24 hours from now',
  );
  return {
    uiMode,
    amount,
    currency,
    name,
    clientReferenceId: form['client_reference_id'] ?? null,
    metadata: readGroup(form, /^metadata\[(\w+)\]$/),
    intentMetadata: readGroup(form, /^payment_intent_data\[metadata\]\[(\w+)\]$/),
    successUrl,
    cancelUrl,
    expiresAtS,
  };
}

const readGroup = (form: SimulatorParams, pattern: RegExp): Record<string, string> =>
  Object.fromEntries(
    Object.entries(readSimulatorParams(form)).flatMap(([name, value = '']) => {
      const key = pattern.exec(name)?.[1];
      return key === undefined ? [] : [[key, value]];
    }),
  );

const line = 'line_items[0][price_data]';
// Newer and older API versions use different names.
const uiModes = new Set(['embedded_page', 'embedded', 'hosted_page', 'hosted']);
const threeDigits = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);
const known = [
  /^(mode|ui_mode|client_reference_id|redirect_on_completion|return_url|success_url|cancel_url|expires_at|locale|customer_email)$/,
  /^(metadata|payment_intent_data\[metadata\])\[\w+\]$/,
  /^line_items\[0\]\[quantity\]$/,
  /^line_items\[0\]\[price_data\]\[(currency|unit_amount|product_data\]\[name|product_data\]\[description)\]$/,
  /^adaptive_pricing\[enabled\]$/,
];

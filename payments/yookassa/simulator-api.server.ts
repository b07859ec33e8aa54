// The API of the simulated YooKassa: Basic credentials, JSON, errors in YooKassa's shape. A POST needs a key, which is kept for a
// day: the same body is answered the same, another is refused, and while the first is under way it is 202.
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { doAct, leftOf, makeRefund, paymentObject, refundObject } from './simulator-books.server.ts';
import type { Books, SimulatedPayment, Told } from './simulator-books.server.ts';
import { ApiFault, newPaymentOf, refundOf } from './simulator-requests.server.ts';

export interface ApiOptions {
  readonly books: Books;
  readonly shopId: string;
  readonly secretKey: string;
  readonly needsReceipt: boolean;
  readonly now: () => Date;
  /** The address of the page on which a payment with a redirect is paid. */
  readonly pageOf: (payment: SimulatedPayment) => string;
  /** Sends notices, in the background. */
  readonly tell: (told: readonly Told[]) => void;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

export function mountApi(app: FastifyInstance, options: ApiOptions): void {
  const { books, now, tell, pageOf, needsReceipt } = options;
  const keys = createKeys(now);
  const credentials = `Basic ${Buffer.from(`${options.shopId}:${options.secretKey}`).toString('base64')}`;
  const whole = (payment: SimulatedPayment): object => {
    if (payment.status !== 'pending') return paymentObject(payment);
    const confirmation =
      payment.returnUrl === undefined
        ? { type: 'embedded', confirmation_token: payment.token }
        : { type: 'redirect', return_url: payment.returnUrl, confirmation_url: pageOf(payment) };
    return { ...paymentObject(payment), confirmation };
  };
  const found = (id: string): SimulatedPayment => {
    const payment = books.payments.get(id);
    if (!payment) throw new ApiFault(404, 'not_found', "Payment doesn't exist or access denied", 'payment_id');
    if (isTooOld(payment, now())) tell(doAct('expire', payment, now()));
    return payment;
  };
  const get = (path: string, answer: (request: FastifyRequest) => object) =>
    app.get(path, (request, reply) =>
      answered(reply, request, credentials, async () => ({ status: 200, body: answer(request) })),
    );
  const post = (path: string, answer: (request: FastifyRequest) => object) =>
    app.post(path, (request, reply) =>
      answered(reply, request, credentials, () => keys.once(request, () => answer(request))),
    );

  post('/v3/payments', ({ body }) => whole(books.add(newPaymentOf(body, needsReceipt))));
  get('/v3/payments/:id', (request) => whole(found(idIn(request))));
  get('/v3/payments', ({ query }) => {
    const { 'created_at.gte': from = '', 'created_at.lte': to = '9999', status } = textsOf(query);
    const wanted = [...books.payments.values()].toReversed().filter((payment) => {
      const at = payment.createdAt.toISOString();
      return at >= from && at <= to && (status === undefined || payment.status === status);
    });
    return pageIn(wanted.map(whole), textsOf(query));
  });
  for (const act of ['capture', 'cancel'] as const)
    post(`/v3/payments/:id/${act}`, (request) => {
      const payment = found(idIn(request));
      const told = doAct(act, payment, now());
      if (told.length === 0)
        throw new ApiFault(
          400,
          'invalid_request',
          'Only a payment in waiting_for_capture can be changed',
          'payment_id',
        );
      tell(told);
      return whole(payment);
    });
  post('/v3/refunds', ({ body }) => {
    const { paymentId, amountMinor, description } = refundOf(body, needsReceipt);
    const payment = found(paymentId);
    if (payment.status !== 'succeeded' || amountMinor > leftOf(payment))
      throw new ApiFault(400, 'invalid_request', 'There is not so much to refund', 'amount');
    const { refund, told } = makeRefund(payment, { amountMinor, description }, now());
    tell(told);
    return refundObject(payment, refund);
  });
  const refunds = () =>
    [...books.payments.values()].flatMap((payment) => payment.refunds.map((refund) => ({ payment, refund })));
  get('/v3/refunds/:id', (request) => {
    const known = refunds().find(({ refund }) => refund.id === idIn(request));
    if (!known) throw new ApiFault(404, 'not_found', "Refund doesn't exist or access denied", 'refund_id');
    return refundObject(known.payment, known.refund);
  });
  get('/v3/refunds', ({ query }) => {
    const { payment_id: paymentId } = textsOf(query);
    const wanted = refunds().filter(({ payment }) => paymentId === undefined || payment.id === paymentId);
    return pageIn(
      wanted.toReversed().map(({ payment, refund }) => refundObject(payment, refund)),
      textsOf(query),
    );
  });
}

/** Nobody can pay after an hour; whom the bank makes wait may. */
export const isTooOld = ({ status, isWithBank, createdAt }: SimulatedPayment, now: Date): boolean =>
  status === 'pending' && !isWithBank && now.getTime() - createdAt.getTime() > 3600_000;

/** The texts of a query, a form or a path. */
export function textsOf(value: unknown): Partial<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

const idIn = (request: FastifyRequest): string => textsOf(request.params)['id'] ?? '';

function pageIn(all: readonly object[], { limit = '10', cursor = '0' }: Partial<Record<string, string>>): object {
  const size = Number(limit);
  const from = Number(cursor);
  if (!(size >= 1 && size <= 100) || !Number.isSafeInteger(from) || from < 0)
    throw new ApiFault(400, 'invalid_request', 'Limit or cursor is wrong', 'limit');
  const isMore = from + size < all.length;
  return { type: 'list', items: all.slice(from, from + size), ...(isMore && { next_cursor: String(from + size) }) };
}

async function answered(
  reply: FastifyReply,
  request: FastifyRequest,
  credentials: string,
  ask: () => Promise<Answer>,
): Promise<FastifyReply> {
  let answer: Answer;
  try {
    if (request.headers.authorization !== credentials)
      throw new ApiFault(401, 'invalid_credentials', 'Basic authentication failed: wrong shop id or secret key');
    answer = await ask();
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error;
    answer = error;
  }
  return reply.code(answer.status).send(answer.body);
}

interface Kept {
  readonly content: string;
  readonly atMs: number;
  /** Absent: it is under way. */
  answer?: Answer;
}

function createKeys(now: () => Date) {
  const kept = new Map<string, Kept>();
  return {
    async once(request: FastifyRequest, ask: () => object): Promise<Answer> {
      const key = request.headers['idempotence-key'];
      if (typeof key !== 'string' || key === '' || key.length > 64)
        throw new ApiFault(400, 'invalid_request', 'Idempotence key is missing or longer than 64', 'Idempotence-Key');
      const content = JSON.stringify([request.url, request.body]);
      const known = kept.get(key);
      if (known && now().getTime() - known.atMs < keptMs) {
        if (known.content !== content)
          throw new ApiFault(400, 'invalid_request', 'Duplicate idempotence key', 'Idempotence-Key');
        return known.answer ?? { status: 202, body: { type: 'processing', retry_after: 1800 } };
      }
      for (const oldest of kept.keys()) if (kept.size >= mostKept) kept.delete(oldest);
      const entry: Kept = { content, atMs: now().getTime() };
      kept.set(key, entry);
      // Others get a chance to ask in between, as they do over a real network.
      await setImmediate();
      try {
        entry.answer = { status: 200, body: ask() };
      } catch (error) {
        // What was refused has made nothing, and is not remembered.
        kept.delete(key);
        throw error;
      }
      return entry.answer;
    },
  };
}

const keptMs = 24 * 3600_000;
const mostKept = 2000;

// The API of the simulated Stripe: forms in, JSON out, errors in Stripe's shape. A key is answered once and replayed for a day;
// the same key with other parameters is refused, and while the first is under way it is 409.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { doAct, makeRefund } from './simulator-acts.server.ts';
import {
  disputeObject,
  intentObject,
  isHosted,
  refundObject,
  returnedOf,
  sessionObject,
  type Books,
  type SimulatedSession,
  type Told,
} from './simulator-books.server.ts';
import { ApiFault, groupOf, newSessionOf, textsOf, type Form } from './simulator-forms.server.ts';

export interface ApiOptions {
  readonly books: Books;
  readonly secretKey: string;
  readonly now: () => Date;
  /** The address of the page on which a hosted session is paid. */
  readonly pageOf: (session: SimulatedSession) => string;
  /** Sends notices, in the background. */
  readonly tell: (told: readonly Told[]) => void;
  /** Before a new session is answered: what makes notices come first. */
  readonly beforeAnswer: (session: SimulatedSession) => Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

export function mountApi(app: FastifyInstance, options: ApiOptions): void {
  const { books, now, pageOf, tell } = options;
  const keys = createKeys(now);
  const whole = (session: SimulatedSession): object => ({
    ...sessionObject(session),
    url: isHosted(session) && session.status === 'open' ? pageOf(session) : null,
  });
  const found = <T>(value: T | undefined, what: string): T => {
    if (value === undefined) throw new ApiFault(404, 'resource_missing', `No such ${what}`, 'id');
    return value;
  };
  const get = (path: string, answer: (id: string, query: Form) => object) =>
    app.get(path, (request, reply) =>
      answered(reply, request, options.secretKey, async () => ({
        status: 200,
        body: answer(idIn(request), textsOf(request.query)),
      })),
    );
  const post = (path: string, answer: (form: Form, id: string) => object | Promise<object>) =>
    app.post(path, (request, reply) =>
      answered(reply, request, options.secretKey, () =>
        keys.once(request, reply, async () => ({
          status: 200,
          body: await answer(textsOf(request.body), idIn(request)),
        })),
      ),
    );

  post('/v1/checkout/sessions', async (form) => {
    const session = books.add(newSessionOf(form, now()));
    await options.beforeAnswer(session);
    return whole(session);
  });
  get('/v1/checkout/sessions/:id', (id) => whole(found(books.sessions.get(id), 'checkout.session')));
  post('/v1/checkout/sessions/:id/expire', (_, id) => {
    const session = found(books.sessions.get(id), 'checkout.session');
    if (session.status !== 'open')
      throw new ApiFault(400, undefined, 'Only Checkout Sessions with a status in ["open"] can be expired.');
    tell(doAct('expire', session, now()));
    return whole(session);
  });
  get('/v1/payment_intents/:id', (id) => {
    const session = found(books.ofIntent(id), 'payment_intent');
    return intentObject(session, found(session.intent, 'payment_intent'));
  });
  const paid = ({ payment_intent: id }: Form) => {
    const sessions = id === undefined ? [...books.sessions.values()] : [found(books.ofIntent(id), 'payment_intent')];
    return sessions.flatMap((session) => (session.intent ? [{ session, intent: session.intent }] : []));
  };
  get('/v1/payment_intents', (_, query) =>
    listed(
      query,
      paid({}).map(({ session, intent }) => [intent, () => intentObject(session, intent)]),
    ),
  );
  get('/v1/refunds', (_, query) =>
    listed(
      query,
      paid(query).flatMap(({ session, intent }) =>
        intent.refunds.map((refund): Listed => [
          refund,
          () => expanded(query, refundObject(session, intent, refund), intentObject(session, intent)),
        ]),
      ),
    ),
  );
  get('/v1/disputes', (_, query) =>
    listed(
      query,
      paid(query).flatMap(({ session, intent }) =>
        intent.disputes.map((dispute): Listed => [
          dispute,
          () => expanded(query, disputeObject(session, intent, dispute), intentObject(session, intent)),
        ]),
      ),
    ),
  );
  post('/v1/refunds', (form) => {
    const session = found(books.ofIntent(form['payment_intent'] ?? ''), 'payment_intent');
    const intent = found(session.intent, 'payment_intent');
    if (intent.status !== 'succeeded')
      throw new ApiFault(400, undefined, 'This PaymentIntent does not have a successful charge to refund.');
    const left = session.amount - returnedOf(intent);
    if (left === 0) throw new ApiFault(400, 'charge_already_refunded', 'The charge has already been refunded.');
    const amount = form['amount'] === undefined ? left : Number(form['amount']);
    if (!Number.isSafeInteger(amount) || amount < 1 || amount > left)
      throw new ApiFault(400, undefined, 'Refund amount is greater than unrefunded amount on charge', 'amount');
    const metadata = groupOf(form, /^metadata\[(\w+)\]$/);
    const { refund, told } = makeRefund(
      session,
      intent,
      { amount, reason: form['reason'] ?? null, metadata },
      seconds(now()),
    );
    tell(told);
    return refundObject(session, intent, refund);
  });
}

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);
type Listed = readonly [entry: { readonly id: string; readonly createdS: number }, object: () => object];

/** The newest first, within the span that was asked for, a page after the last one that was seen. */
function listed(query: Form, entries: readonly Listed[]): object {
  const { 'created[gte]': from = '0', 'created[lte]': to = 'Infinity', limit = '10', starting_after: after } = query;
  const wanted = entries.toReversed().filter(([{ createdS }]) => createdS >= Number(from) && createdS <= Number(to));
  const start = after === undefined ? 0 : wanted.findIndex(([{ id }]) => id === after) + 1;
  const size = Number(limit);
  if (!(size >= 1 && size <= 100)) throw new ApiFault(400, undefined, 'Invalid limit', 'limit');
  if (after !== undefined && start === 0) throw new ApiFault(400, 'resource_missing', `No such object: ${after}`);
  const page = wanted.slice(start, start + size).map(([, object]) => object());
  return { object: 'list', data: page, has_more: start + size < wanted.length };
}

const expanded = (query: Form, object: object, payment: object): object =>
  Object.entries(query).some(([key, value]) => key.startsWith('expand') && value === 'data.payment_intent')
    ? { ...object, payment_intent: payment }
    : object;

const idIn = (request: FastifyRequest): string => textsOf(request.params)['id'] ?? '';

async function answered(
  reply: FastifyReply,
  request: FastifyRequest,
  secretKey: string,
  ask: () => Promise<Answer>,
): Promise<FastifyReply> {
  const given = (request.headers.authorization ?? '').replace(/^Bearer /, '');
  let answer: Answer;
  try {
    if (given !== secretKey)
      throw new ApiFault(401, undefined, `Invalid API Key provided: ${given.slice(0, 8)}****${given.slice(-4)}`);
    answer = await ask();
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error;
    answer = { status: error.status, body: error.body };
  }
  return reply.code(answer.status).send(answer.body);
}

interface Kept {
  readonly fingerprint: string;
  readonly atS: number;
  /** Absent: it is under way. */
  answer?: Answer;
}

function createKeys(now: () => Date) {
  const kept = new Map<string, Kept>();
  return {
    async once(request: FastifyRequest, reply: FastifyReply, ask: () => Promise<Answer>): Promise<Answer> {
      const key = request.headers['idempotency-key'];
      if (typeof key !== 'string') return ask();
      const text = JSON.stringify([
        request.url,
        Object.entries(textsOf(request.body)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ]);
      const fingerprint = createHash('sha256').update(text).digest('hex');
      const known = kept.get(key);
      if (known && seconds(now()) - known.atS < keptS) {
        if (known.fingerprint !== fingerprint)
          throw new ApiFault(
            400,
            undefined,
            'Keys for idempotent requests can only be used with the same parameters they were first used with.',
            undefined,
            'idempotency_error',
          );
        if (!known.answer)
          throw new ApiFault(409, 'idempotency_key_in_use', 'There is currently another in-progress request.');
        void reply.header('idempotent-replayed', 'true');
        return known.answer;
      }
      for (const oldest of kept.keys()) if (kept.size >= mostKept) kept.delete(oldest);
      const entry: Kept = { fingerprint, atS: seconds(now()) };
      kept.set(key, entry);
      try {
        // Others get a chance to ask in between, as they do over a real network.
        await setImmediate();
        entry.answer = await ask();
      } catch (error) {
        if (!(error instanceof ApiFault)) {
          kept.delete(key);
          throw error;
        }
        entry.answer = { status: error.status, body: error.body };
      }
      return entry.answer;
    },
  };
}

const keptS = 24 * 3600;
const mostKept = 2000;

import { generateKeyPairSync, verify } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { parseJson } from '#kit/parse-json.server.ts';
import { createSimulatorApi, SimulatedVendorError } from '#kit/simulator-api.server.ts';
import { createIdempotencyKeys } from '#kit/simulator-idempotency-keys.server.ts';
import { object, text } from '#model/schema.ts';
import type { SimulatorContext } from '../simulator-provider.server.ts';
import {
  requestConfirmation,
  getRefundableMinor,
  findPaidPayment,
  finishPayment,
  attachSbpLink,
  cancelSession,
  cancelIfUnconfirmed,
  createSimulatedRefund,
  createSimulatedSession,
  issueFormToken,
  findOrCreatePayment,
  buildSessionObject,
  type Bank131Action,
  type Bank131Event,
  type SimulatedPayment,
  type SimulatedSession,
} from './simulator-records.server.ts';

export type Bank131SimulatorContext = SimulatorContext<SimulatedSession, Bank131Event, Bank131Action>;

export const simulatedBank131ProjectId = 'simulated_project';

/** Small keys, because they protect nothing. */
export const simulatedKeys = {
  ours: makePair(),
  bank: makePair(),
  stranger: makePair(),
};

function makePair() {
  const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const;
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const;
  return generateKeyPairSync('rsa', { modulusLength: 1024, privateKeyEncoding, publicKeyEncoding });
}

export async function mountBank131Api(app: FastifyInstance, context: Bank131SimulatorContext): Promise<void> {
  const { records, place } = context;
  const kept = createIdempotencyKeys<object>(place.now);
  const answer = (session: SimulatedSession) => ({ status: 'ok', session: buildSessionObject(session, place.now()) });
  const find = (id: string): SimulatedSession => {
    const session = records.get(id);
    if (!session) throw fail('invalid_request', 404);
    void context.send(cancelIfUnconfirmed(session, place.now()));
    return session;
  };
  await app.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    const api = createSimulatorApi(scope, ({ headers, body }) => {
      if (headers['x-partner-project'] !== simulatedBank131ProjectId) throw fail('identification_error', 401);
      const signature = Buffer.from(String(headers['x-partner-sign'] ?? ''), 'base64');
      if (!(body instanceof Buffer) || !verify('sha256', body, simulatedKeys.ours.publicKey, signature))
        throw fail('authentication_error', 401);
    });
    const post = <S extends TSchema>(path: string, schema: S, act: (asked: Static<S>) => object): void =>
      api.post(`/api/v1/${path}`, async ({ request }) => {
        const asked = parseJson(request.body as Buffer);
        if (!Value.Check(schema, asked)) throw fail('invalid_request');
        const key = request.headers['x-partner-idempotency-key'];
        if (typeof key !== 'string') return act(asked);
        const once = () => kept.once(`${path} ${key}`, asked, async () => act(asked));
        let made = await once();
        // A concurrent request with the same key gets the same response.
        for (let tries = 0; made.outcome === 'busy' && tries < 50; tries += 1) {
          await wait(5);
          made = await once();
        }
        if (!('answer' in made)) throw fail('idempotency_key_already_exists', 409);
        return made.answer;
      });

    post('session/create', CreateRequest, ({ amount_details: money, customer, metadata }) => {
      const request = {
        amountMinor: money.amount,
        currency: money.currency,
        reference: customer.reference,
        metadata,
      };
      const session = createSimulatedSession(request, place.now());
      return answer(records.add(session.id, session));
    });
    post('session/status', BySession, ({ session_id: id }) => answer(find(id)));
    post('session/start/payment', StartRequest, (asked) => {
      const session = find(asked.session_id);
      if (session.status !== 'created') throw fail('session_wrong_state');
      if (asked.amount_details.amount !== session.amountMinor) throw fail('invalid_request');
      startSimulatedPayment(context, session, findOrCreatePayment(session, 'faster_payment_system', place.now()));
      return answer(session);
    });
    post('session/confirm', BySession, ({ session_id: id }) => {
      const session = find(id);
      const payment = session.payments.find(({ status }) => status === 'pending');
      if (session.nextAction !== 'confirm' || !payment) throw fail('session_wrong_state');
      session.nextAction = undefined;
      continuePayment(context, session, payment);
      return answer(session);
    });
    post('session/cancel', BySession, ({ session_id: id }) => {
      const session = find(id);
      if (session.status !== 'created' && session.nextAction !== 'confirm') throw fail('session_wrong_state');
      void context.send(cancelSession(session, 'session_cancelled_by_partner', place.now()));
      return answer(session);
    });
    post('session/refund', RefundRequest, ({ session_id: id, amount_details: { amount }, metadata }) => {
      const session = find(id);
      const paid = findPaidPayment(session);
      if (!paid) throw fail('session_wrong_state');
      if (amount > getRefundableMinor(session, paid)) throw fail('refund_amount_too_large');
      void context.send(createSimulatedRefund(session, paid, { amountMinor: amount, metadata }, place.now()));
      return answer(session);
    });
    post('token', TokenRequest, ({ acquiring_widget: { session_id: id } }) => ({
      status: 'ok',
      public_token: issueFormToken(find(id)),
    }));
  });
}

/** With auto-confirmation the payment continues at once; otherwise the shop has to confirm it. */
export function startSimulatedPayment(
  context: Bank131SimulatorContext,
  session: SimulatedSession,
  payment: SimulatedPayment,
): void {
  if (context.isOn('auto')) continuePayment(context, session, payment);
  else void context.send(requestConfirmation(session, payment, context.place.now()));
}

function continuePayment(context: Bank131SimulatorContext, session: SimulatedSession, payment: SimulatedPayment): void {
  const { place } = context;
  const now = place.now();
  if (payment.resultWhenConfirmed === 'link') {
    const from = new Date(now.getTime() + (context.isOn('late') ? lateLinkMs : 0));
    const events = attachSbpLink(session, payment, `${place.at}/qr/${payment.id}`, now, from);
    const send = () => void context.send(events);
    if (from > now) setTimeout(send, lateLinkMs).unref();
    else send();
    return;
  }
  const status = payment.resultWhenConfirmed === 'pay' ? 'succeeded' : 'failed';
  const code = payment.resultWhenConfirmed === 'pay' ? undefined : 'declined_by_issuer_bank';
  void context.send(finishPayment(session, payment, status, now, code));
}

// Longer than the portal's timeout for the link.
const lateLinkMs = 12_000;

const fail = (code: string, status = 400): SimulatedVendorError =>
  new SimulatedVendorError(status, { status: 'error', error: { code, description: `Simulated: ${code}` } });

const Amount = object({ amount: Type.Integer({ minimum: 1 }), currency: Type.Literal('rub') });
const sessionId = text(60, { pattern: '^ps_[0-9a-f]{24}$' });
const address = text(2048, { pattern: '^https?://' });

const CreateRequest = object({
  amount_details: Amount,
  customer: object({ reference: text(100, { minLength: 1 }) }),
  metadata: text(1000),
});
const BySession = object({ session_id: sessionId });
const StartRequest = object({
  session_id: sessionId,
  payment_details: object({
    type: Type.Literal('faster_payment_system'),
    faster_payment_system: object({ description: Type.Optional(text(140)) }),
  }),
  amount_details: Amount,
  customer: object({ reference: text(100, { minLength: 1 }) }),
  payment_options: object({ return_url: address }),
  metadata: text(1000),
});
const RefundRequest = object({ session_id: sessionId, amount_details: Amount, metadata: text(1000) });
const TokenRequest = object({
  acquiring_widget: object({
    session_id: sessionId,
    success_return_url: address,
    failure_return_url: address,
  }),
});

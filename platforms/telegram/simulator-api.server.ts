// The Bot API of the simulated Telegram, as far as a bot that sells for Stars calls it, with Telegram's limits and its words for a no.
import type { FastifyInstance } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Bot, Update } from './simulator-bot.server.ts';

export interface ApiOptions {
  /** Whether it is the Bot API itself; else that of the test servers. */
  readonly isLive: boolean;
  /** Sends an update, in the background. */
  readonly tell: (update: Update) => void;
}

export function mountApi(app: FastifyInstance, bot: Bot, { isLive, tell }: ApiOptions): void {
  const methods = methodsOf(bot, tell);
  const path = isLive ? '/bot:token/:method' : '/bot:token/test/:method';
  app.post<{ Params: { method: string; token: string } }>(path, (request, reply) => {
    const { token, method } = request.params;
    if (token !== bot.token) return reply.code(401).send(faultOf(401, 'Unauthorized'));
    const answer = methods[method];
    if (!answer) return reply.code(404).send(faultOf(404, 'Not Found'));
    try {
      return reply.send({ ok: true, result: answer(request.body) });
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      return reply.code(400).send(faultOf(400, `Bad Request: ${error.message}`));
    }
  });
}

class BadRequest extends Error {}

const faultOf = (code: number, description: string) => ({ ok: false, error_code: code, description });

function methodsOf(bot: Bot, tell: (update: Update) => void): Readonly<Record<string, (body: unknown) => unknown>> {
  return {
    createInvoiceLink(body) {
      const { title, description, payload, prices } = expect(NewInvoice, body, 'INVOICE_INVALID');
      if (Buffer.byteLength(payload) > 128) throw new BadRequest('INVOICE_PAYLOAD_INVALID');
      const { slug } = bot.addInvoice({ title, description, payload, amount: prices[0]?.amount ?? 0 });
      return `https://t.me/$${slug}`;
    },
    answerPreCheckoutQuery(body) {
      const { pre_checkout_query_id: id, ok, error_message: message } = expect(Answer, body, 'QUERY_ID_INVALID');
      const settle = bot.questions.get(id);
      if (!settle) throw new BadRequest('query is too old and response timeout expired or query ID is invalid');
      settle({ ok, ...(message !== undefined && { message }) });
      return true;
    },
    refundStarPayment(body) {
      const { user_id: payerId, telegram_payment_charge_id: id } = expect(Refund, body, 'CHARGE_ID_INVALID');
      const charge = bot.charges.get(id);
      if (!charge) throw new BadRequest('CHARGE_NOT_FOUND');
      if (charge.payerId !== payerId) throw new BadRequest('USER_ID_INVALID');
      if (charge.isRefunded) throw new BadRequest('CHARGE_ALREADY_REFUNDED');
      tell(bot.refund(charge));
      return true;
    },
    getStarTransactions(body) {
      const { offset = 0, limit = 100 } = expect(Page, body ?? {}, 'LIMIT_INVALID');
      return { transactions: bot.transactions.slice(offset, offset + limit) };
    },
    setWebhook(body) {
      const { url, secret_token: secret } = expect(Webhook, body, 'invalid webhook URL specified');
      bot.webhook = { url, secret };
      return true;
    },
  };
}

const title = Type.String({ minLength: 1, maxLength: 32 });
const NewInvoice = Type.Object({
  title,
  description: Type.String({ minLength: 1, maxLength: 255 }),
  payload: Type.String({ minLength: 1 }),
  provider_token: Type.Optional(Type.Literal('')),
  currency: Type.Literal('XTR'),
  prices: Type.Array(Type.Object({ label: title, amount: Type.Integer({ minimum: 1 }) }), { minItems: 1, maxItems: 1 }),
});
const Answer = Type.Object({
  pre_checkout_query_id: Type.String(),
  ok: Type.Boolean(),
  error_message: Type.Optional(Type.String()),
});
const Refund = Type.Object({ user_id: Type.Integer(), telegram_payment_charge_id: Type.String() });
const Page = Type.Object({
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});
const Webhook = Type.Object({
  url: Type.String({ pattern: '^https?://' }),
  secret_token: Type.Optional(Type.String({ pattern: '^[\\w-]{1,256}$' })),
  allowed_updates: Type.Optional(Type.Array(Type.String())),
});

function expect<S extends TSchema>(schema: S, body: unknown, fault: string): Static<S> {
  if (!Value.Check(schema, body)) throw new BadRequest(fault);
  return body;
}

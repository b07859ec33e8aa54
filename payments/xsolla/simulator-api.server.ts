// The API of the simulated Xsolla: tokens, the search in the books and refunds, with Basic credentials and errors in its shape.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { decimalOf, doAct, priceMinorOf } from './simulator-books.server.ts';
import type { Books, NewToken, SimulatedToken, SimulatedTransaction, Told } from './simulator-books.server.ts';

export interface ApiOptions {
  readonly books: Books;
  readonly merchantId: number;
  readonly projectId: number;
  readonly apiKey: string;
  /** Whether the project takes money; else test money only. */
  readonly isLive: boolean;
  readonly now: () => Date;
  /** Whether a refund is only taken on: it arrives when somebody presses the button. */
  readonly refundsLater: () => boolean;
  /** Sends notices, in the background. */
  readonly tell: (told: readonly Told[]) => void;
}

export function mountApi(app: FastifyInstance, options: ApiOptions): void {
  const { books, merchantId, projectId, now, tell } = options;
  const base = `/merchant/v2/merchants/${merchantId}`;
  const guarded =
    (answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply) =>
    (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const expected = `Basic ${Buffer.from(`${merchantId}:${options.apiKey}`).toString('base64')}`;
      if (request.headers.authorization !== expected) return fail(reply, 403, 'Access denied');
      return answer(request, reply);
    };

  app.post(
    `${base}/token`,
    guarded(({ body }, reply) => {
      const wrong = [...Value.Errors(TokenRequest, body)].map(({ instancePath }) => instancePath.slice(1));
      if (!Value.Check(TokenRequest, body)) return fail(reply, 422, 'JSON does not contain the required format', wrong);
      if (body.settings.project_id !== projectId) return fail(reply, 422, 'Project not found', ['settings/project_id']);
      if ((body.settings.mode === 'sandbox') === options.isLive)
        return fail(reply, 422, 'Wrong mode', ['settings/mode']);
      return reply.send({ token: books.add(newTokenOf(body)).token });
    }),
  );

  app.get(
    `${base}/reports/transactions/search.json`,
    guarded(({ query }, reply) => {
      const asked: Readonly<Record<string, string | undefined>> = { ...(query as object) };
      const lines = [...books.tokens.values()].flatMap((token) =>
        token.transactions.map((transaction) => ({ token, transaction })),
      );
      const found = lines
        .filter(({ token }) => asked['external_id'] === undefined || token.externalId === asked['external_id'])
        .filter(
          ({ transaction: { id } }) => asked['transaction_id'] === undefined || String(id) === asked['transaction_id'],
        )
        .filter(({ transaction }) => isWithin(transaction.createdAt, asked['datetime_from'], asked['datetime_to']));
      const shown = found
        .filter(({ token }) => !token.isTest || asked['show_dry_run'] === 'true')
        .slice(0, Number(asked['limit'] ?? 20));
      return reply.send(shown.map(({ token, transaction }) => lineOf(token, transaction, projectId)));
    }),
  );

  app.put(
    `${base}/reports/transactions/:id/refund`,
    guarded(({ params, body }, reply) => {
      const found = books.ofTransaction((params as { id: string }).id);
      if (!found) return fail(reply, 404, 'Transaction not found');
      if (!Value.Check(RefundRequest, body)) return fail(reply, 422, 'Invalid request parameters', ['description']);
      const { token, transaction } = found;
      if (transaction.status !== 'done') return fail(reply, 422, 'Refund is not allowed for this transaction');
      tell(doAct(options.refundsLater() ? 'accept refund' : 'refund', token, now()));
      return reply.send({ message: 'The request for a refund has been accepted.' });
    }),
  );
}

const value = (schema = Type.String({ minLength: 1, maxLength: 255 })) =>
  Type.Object({ value: schema, allow_modify: Type.Optional(Type.Boolean()) }, { additionalProperties: false });

const TokenRequest = Type.Object(
  {
    user: Type.Object(
      {
        id: value(),
        name: Type.Optional(value()),
        email: Type.Optional(value(Type.String({ maxLength: 100, pattern: '^[^@\\s]+@[^@\\s]+$' }))),
        country: Type.Optional(value(Type.String({ pattern: '^[A-Z]{2}$' }))),
      },
      { additionalProperties: false },
    ),
    settings: Type.Object(
      {
        project_id: Type.Integer(),
        external_id: Type.String({ minLength: 1, maxLength: 255 }),
        currency: Type.String({ pattern: '^[A-Z]{3}$' }),
        language: Type.Optional(Type.String({ pattern: '^[a-z]{2}$' })),
        mode: Type.Optional(Type.Literal('sandbox')),
        return_url: Type.Optional(Type.String({ pattern: '^https?://' })),
      },
      { additionalProperties: false },
    ),
    purchase: Type.Object(
      {
        checkout: Type.Object({
          amount: Type.Number({ exclusiveMinimum: 0 }),
          currency: Type.String({ pattern: '^[A-Z]{3}$' }),
        }),
        description: value(),
      },
      { additionalProperties: false },
    ),
    custom_parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
);

const RefundRequest = Type.Object({ description: Type.String({ minLength: 1, maxLength: 255 }) });

function newTokenOf({
  user,
  settings,
  purchase,
  custom_parameters: custom,
}: Type.Static<typeof TokenRequest>): NewToken {
  return {
    userId: user.id.value,
    email: user.email?.value,
    country: user.country?.value ?? 'US',
    externalId: settings.external_id,
    amount: purchase.checkout.amount,
    currency: purchase.checkout.currency,
    description: purchase.description.value,
    returnUrl: settings.return_url,
    isTest: settings.mode === 'sandbox',
    customParameters: custom ?? {},
  };
}

function isWithin(at: Date, from: string | undefined, to: string | undefined): boolean {
  return (from === undefined || at >= new Date(from)) && (to === undefined || at <= new Date(to));
}

const lineOf = (token: SimulatedToken, { id, createdAt, status }: SimulatedTransaction, projectId: number): object => ({
  payment_details: {
    payment: { amount: decimalOf(priceMinorOf(token), token), currency: token.currency },
    sales_tax: { amount: 0, percent: 0 },
  },
  purchase: { simple_checkout: { amount: token.amount, currency: token.currency }, virtual_items: null },
  transaction: {
    id,
    external_id: token.externalId,
    dry_run: token.isTest ? 1 : 0,
    status,
    create_date: createdAt.toISOString(),
    transfer_date: status === 'processing' || status === 'error' ? null : createdAt.toISOString(),
    refund_reason: null,
    payment_method: { id: 1380, name: 'Credit/Debit Cards' },
    project: { id: projectId, name: 'Simulated' },
  },
  user: { id: token.userId, country: token.country, email: token.email ?? null },
});

function fail(reply: FastifyReply, status: number, message: string, fields: readonly string[] = []): FastifyReply {
  return reply.code(status).send({
    http_status_code: status,
    message,
    extended_message: {
      global_errors: [],
      property_errors: Object.fromEntries(fields.map((field) => [field, ['The value is wrong']])),
    },
    request_id: 'simulated',
  });
}

import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { buildBasicAuth } from '../call-vendor.server.ts';
import { createSimulatorApi, SimulatedVendorError } from '../simulator-api.server.ts';
import { object, text } from '#model/schema.ts';
import type { SimulatorRecords } from '../simulator-records.server.ts';
import {
  toDecimalNumber,
  createSimulatedToken,
  readPriceMinor,
  type SimulatedToken,
  type SimulatedTransaction,
} from './simulator-records.server.ts';

export const simulatedXsollaProject = { merchantId: 222_001, projectId: 111_001, key: 'simulated0project0key' };
export const simulatedXsollaApiKey = 'simulated0company0api0key';

interface SimulatedXsolla {
  readonly records: Pick<SimulatorRecords<SimulatedToken>, 'all' | 'add'>;
  readonly isLive: boolean;
  readonly refund: (token: SimulatedToken) => void;
}

export function mountXsollaApi(app: FastifyInstance, { records, isLive, refund }: SimulatedXsolla): void {
  const { merchantId, projectId } = simulatedXsollaProject;
  const api = createSimulatorApi(app, ({ headers }) => {
    if (headers.authorization !== buildBasicAuth(String(merchantId), simulatedXsollaApiKey))
      throw fail(403, 'Access denied');
  });
  const base = `/merchant/v2/merchants/${merchantId}`;
  const pairs = () =>
    records.all().flatMap((token) => token.transactions.map((transaction) => ({ token, transaction })));

  api.post(`${base}/token`, ({ body }) => {
    const wrong = [...Value.Errors(TokenRequest, body)].map(({ instancePath }) => instancePath.slice(1));
    if (!Value.Check(TokenRequest, body)) throw fail(422, 'JSON does not contain the required format', wrong);
    if (body.settings.project_id !== projectId) throw fail(422, 'Project not found', ['settings/project_id']);
    if ((body.settings.mode === 'sandbox') === isLive) throw fail(422, 'Wrong mode', ['settings/mode']);
    const made = createSimulatedToken(readRequest(body));
    records.add(made.token, made);
    return { token: made.token };
  });

  api.get(`${base}/reports/transactions/search.json`, ({ texts }) => {
    const { external_id: externalId, transaction_id: id, datetime_from: from = 0, datetime_to: to = '9999' } = texts;
    return pairs()
      .filter(({ token }) => externalId === undefined || token.externalId === externalId)
      .filter(({ transaction }) => id === undefined || String(transaction.id) === id)
      .filter(({ transaction: { createdAt } }) => createdAt >= new Date(from) && createdAt <= new Date(to))
      .filter(({ token }) => !token.isTest || texts['show_dry_run'] === 'true')
      .slice(0, Number(texts['limit'] ?? 20))
      .map(({ token, transaction }) => writeLine(token, transaction));
  });

  api.put(`${base}/reports/transactions/:id/refund`, ({ texts, body }) => {
    const found = pairs().find(({ transaction }) => String(transaction.id) === texts['id']);
    if (!found) throw fail(404, 'Transaction not found');
    if (!Value.Check(RefundRequest, body)) throw fail(422, 'Invalid request parameters', ['description']);
    if (found.transaction.status !== 'done') throw fail(422, 'Refund is not allowed for this transaction');
    refund(found.token);
    return { message: 'The request for a refund has been accepted.' };
  });
}

const value = (schema = text(255, { minLength: 1 })) =>
  object({ value: schema, allow_modify: Type.Optional(Type.Boolean()) });
const currency = text(3, { pattern: '^[A-Z]{3}$' });

const TokenRequest = object({
  user: object({
    id: value(),
    name: Type.Optional(value()),
    email: Type.Optional(value(text(100, { pattern: '^[^@\\s]+@[^@\\s]+$' }))),
    country: Type.Optional(value(text(2, { pattern: '^[A-Z]{2}$' }))),
  }),
  settings: object({
    project_id: Type.Integer(),
    external_id: text(255, { minLength: 1 }),
    currency,
    language: Type.Optional(text(2, { pattern: '^[a-z]{2}$' })),
    mode: Type.Optional(Type.Literal('sandbox')),
    return_url: Type.Optional(text(2048, { pattern: '^https?://' })),
  }),
  purchase: object({
    checkout: object({ amount: Type.Number({ exclusiveMinimum: 0 }), currency }),
    description: value(),
  }),
  custom_parameters: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

const RefundRequest = Type.Object({ description: text(255, { minLength: 1 }) });

const readRequest = ({ user, settings, purchase, custom_parameters: custom }: Static<typeof TokenRequest>) => ({
  userId: user.id.value,
  email: user.email?.value,
  country: user.country?.value ?? 'US',
  externalId: settings.external_id,
  ...purchase.checkout,
  description: purchase.description.value,
  returnUrl: settings.return_url,
  isTest: settings.mode === 'sandbox',
  customParameters: custom ?? {},
});

const writeLine = (token: SimulatedToken, { id, createdAt, status }: SimulatedTransaction): object => ({
  payment_details: {
    payment: { amount: toDecimalNumber(readPriceMinor(token), token), currency: token.currency },
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
    project: { id: simulatedXsollaProject.projectId, name: 'Simulated' },
  },
  user: { id: token.userId, country: token.country, email: token.email ?? null },
});

function fail(status: number, message: string, fields: readonly string[] = []): SimulatedVendorError {
  const errors = Object.fromEntries(fields.map((field) => [field, ['The value is wrong']]));
  return new SimulatedVendorError(status, {
    http_status_code: status,
    message,
    extended_message: { global_errors: [], property_errors: errors },
    request_id: 'simulated',
  });
}

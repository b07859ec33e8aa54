// YooKassa's API. After any failure but an explicit rejection (no response, 202, 429, a 5xx, a wrong key) the core
// retries with the same idempotency key.
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { createVendorClient, buildBasicAuth, type VendorClientRequest } from '#kit/call-vendor.server.ts';
import { iteratePages } from '#kit/iterate-pages.server.ts';
import type { ProviderHost } from '../port.server.ts';
import type { yookassa } from './provider.ts';

export type YookassaHost = ProviderHost<Static<typeof yookassa.settings>>;

export const createYookassaClient = (host: YookassaHost) =>
  createVendorClient(host, {
    vendor: 'YooKassa',
    baseUrl: host.settings.ApiBase ?? 'https://api.yookassa.ru/v3',
    headers: { authorization: buildBasicAuth(host.settings.ShopId, host.settings.SecretKey) },
    // A refund takes three calls, which together have 15 s.
    timeoutMs: 5_000,
    parseRejection,
  });

export const postToYookassa = <S extends TSchema>(host: YookassaHost, key: string, question: VendorClientRequest<S>) =>
  createYookassaClient(host).ask({ ...question, headers: { 'idempotence-key': key } });

/** After this time, the same request would create a second payment. */
export const idempotencyKeyLifetimeMs = 24 * 3600_000;

const Fault = Type.Object({
  type: Type.Literal('error'),
  id: Type.Optional(Type.String()),
  code: Type.String(),
  description: Type.Optional(Type.String()),
  parameter: Type.Optional(Type.String()),
});

/** Leaves out the description, because it may repeat submitted data. */
function parseRejection(status: number, fault: unknown): string | undefined {
  if (status !== 400 || !Value.Check(Fault, fault)) return undefined;
  // The key was used for another request, which may have succeeded.
  if (/idempotence/i.test(`${fault.parameter} ${fault.description}`)) return undefined;
  return `YooKassa refused: ${fault.code}${fault.parameter ? ` (${fault.parameter})` : ''}, request ${fault.id ?? 'unknown'}.`;
}

export function iterateYookassaList<S extends TSchema>(
  host: YookassaHost,
  list: { path: '/payments' | '/refunds'; query: Readonly<Record<string, string>>; item: S; maxPages: number },
): AsyncGenerator<Static<S>, void> {
  const { path, query, item, maxPages } = list;
  const subject = `YooKassa's ${path.slice(1)} of ${Object.values(query).join(', ')}`;
  const answer = Type.Object({
    type: Type.Literal('list'),
    items: Type.Array(item),
    next_cursor: Type.Optional(Type.String({ maxLength: 1000 })),
  });
  return iteratePages<Static<S>>({
    subject,
    maxPages,
    async readPage(cursor) {
      const page = { path, query: { ...query, limit: '100', cursor }, subject, answer };
      const { items, next_cursor: next } = await createYookassaClient(host).read(page);
      return { items, next };
    },
  });
}

/** Also validates ids in webhooks, which anyone could forge. */
export const yookassaIdSchema = Type.String({ pattern: '^[A-Za-z0-9-]{1,100}$' });

const amount = Type.Object({ value: Type.String(), currency: Type.String() });
const cancellation_details = Type.Optional(Type.Object({ party: Type.String(), reason: Type.String() }));
const confirmation = Type.Object({
  confirmation_url: Type.Optional(Type.String()),
  confirmation_token: Type.Optional(Type.String()),
});

const metadata = Type.Optional(Type.Record(Type.String(), Type.String()));

export const YookassaPayment = Type.Object({
  id: yookassaIdSchema,
  status: Type.Enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount,
  created_at: Type.String(),
  description: Type.Optional(Type.String()),
  /** Absent once the payment needs no confirmation. */
  confirmation: Type.Optional(confirmation),
  test: Type.Boolean(),
  refunded_amount: Type.Optional(amount),
  receipt_registration: Type.Optional(Type.String()),
  cancellation_details,
  metadata,
});
export type YookassaPayment = Static<typeof YookassaPayment>;

export const YookassaRefund = Type.Object({
  id: yookassaIdSchema,
  payment_id: yookassaIdSchema,
  status: Type.Enum(['pending', 'succeeded', 'canceled']),
  amount,
  description: Type.Optional(Type.String()),
  cancellation_details,
  metadata,
});
export type YookassaRefund = Static<typeof YookassaRefund>;

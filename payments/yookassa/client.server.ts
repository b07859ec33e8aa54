// YooKassa's API, and what we read of its objects: a state that nobody knows is no state to decide by. Only a clear no to this very
// request is a no; after anything else (no answer, 202, 429, a 5xx, nonsense, a wrong key) the same is asked again with the same key.
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { createVendorClient, writeCredentials, type VendorClientRequest } from '#kit/call-vendor.server.ts';
import { iteratePages } from '#kit/iterate-pages.server.ts';
import type { ProviderHost } from '../port.server.ts';
import type { yookassa } from './provider.ts';

export type Host = ProviderHost<Static<typeof yookassa.settings>>;

export const createClient = (host: Host) =>
  createVendorClient(host, {
    vendor: 'YooKassa',
    baseUrl: host.settings.ApiBase ?? 'https://api.yookassa.ru/v3',
    headers: { authorization: writeCredentials(host.settings.ShopId, host.settings.SecretKey) },
    // Sending money back takes three calls, and all of them together have fifteen seconds.
    timeoutMs: 5_000,
    parseRejection,
  });

/** YooKassa keeps the key for a day: within it the same key and body are answered with the same object. */
export const postYookassa = <S extends TSchema>(host: Host, key: string, question: VendorClientRequest<S>) =>
  createClient(host).ask({ ...question, headers: { 'idempotence-key': key } });

/** How long YooKassa remembers a key. Later the same request would make another payment. */
export const keyLifeMs = 24 * 3600_000;

const Fault = Type.Object({
  type: Type.Literal('error'),
  id: Type.Optional(Type.String()),
  code: Type.String(),
  description: Type.Optional(Type.String()),
  parameter: Type.Optional(Type.String()),
});

/** What the fault describes may hold what was sent, so it is not repeated. */
function parseRejection(status: number, fault: unknown): string | undefined {
  if (status !== 400 || !Value.Check(Fault, fault)) return undefined;
  // The key was used for something else, which may have succeeded.
  if (/idempotence/i.test(`${fault.parameter} ${fault.description}`)) return undefined;
  return `YooKassa refused: ${fault.code}${fault.parameter ? ` (${fault.parameter})` : ''}, request ${fault.id ?? 'unknown'}.`;
}

/** A list to its end, the newest first. */
export function readList<S extends TSchema>(
  host: Host,
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
      const { items, next_cursor: next } = await createClient(host).read(page);
      return { items, next };
    },
  });
}

/** Also in webhooks, which anybody may have written. */
export const yookassaId = Type.String({ pattern: '^[A-Za-z0-9-]{1,100}$' });

const amount = Type.Object({ value: Type.String(), currency: Type.String() });
const cancellation_details = Type.Optional(Type.Object({ party: Type.String(), reason: Type.String() }));
const confirmation = Type.Object({
  confirmation_url: Type.Optional(Type.String()),
  confirmation_token: Type.Optional(Type.String()),
});

const metadata = Type.Optional(Type.Record(Type.String(), Type.String()));

export const Payment = Type.Object({
  id: yookassaId,
  status: Type.Enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount,
  created_at: Type.String(),
  description: Type.Optional(Type.String()),
  /** Gone when there is nothing left to confirm. */
  confirmation: Type.Optional(confirmation),
  test: Type.Boolean(),
  /** What went back of it so far. */
  refunded_amount: Type.Optional(amount),
  receipt_registration: Type.Optional(Type.String()),
  cancellation_details,
  metadata,
});
export type Payment = Static<typeof Payment>;

export const Refund = Type.Object({
  id: yookassaId,
  payment_id: yookassaId,
  status: Type.Enum(['pending', 'succeeded', 'canceled']),
  amount,
  description: Type.Optional(Type.String()),
  cancellation_details,
  metadata,
});
export type Refund = Static<typeof Refund>;

// Aghanim's server-to-server API has no idempotency keys: sending the same order twice creates two orders. Requests use
// decimal amounts, responses use minor units.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { createVendorClient, type VendorClient } from '#kit/call-vendor.server.ts';
import { iteratePages } from '#kit/iterate-pages.server.ts';
import { nullish } from '#kit/nullable.ts';
import type { ProviderHost } from '../port.server.ts';
import type { aghanim } from './provider.ts';

export type AghanimHost = ProviderHost<Static<typeof aghanim.settings>>;

export function createAghanimClient(host: AghanimHost): VendorClient {
  const { ApiKey, ApiBase = 'https://api.aghanim.com/s2s' } = host.settings;
  return createVendorClient(host, {
    vendor: 'Aghanim',
    baseUrl: ApiBase,
    headers: { authorization: `Bearer ${ApiKey}` },
    // A refund takes two calls, which together must stay below the core's timeout for an adapter.
    timeoutMs: 6_000,
    successStatuses: [200, 201],
    parseRejection,
    remedies: { 401: wrongKey, 403: wrongKey },
  });
}

const wrongKey = 'The settings need an S2S key as ApiKey, and as Sandbox the mode in which the key was created.';

/**
 * Returns only field names, because Aghanim's messages may repeat submitted data. 401, 403 and 404 mean a wrong key,
 * mode or address, not a rejection.
 */
function parseRejection(status: number, body: unknown): string | undefined {
  if (![400, 409, 422].includes(status) || !Value.Check(Fault, body)) return undefined;
  const places = typeof body.detail === 'string' ? [] : body.detail.map(({ loc }) => loc.join('.'));
  return `Aghanim refused with ${status}${places.length > 0 ? ` (${places.join(', ').slice(0, 300)})` : ''}.`;
}

const Fault = Type.Object({
  detail: Type.Union([
    Type.String(),
    Type.Array(Type.Object({ loc: Type.Array(Type.Union([Type.String(), Type.Number()])) })),
  ]),
});

export const aghanimOrderIdSchema = Type.String({ pattern: '^ord_[A-Za-z0-9]{1,100}$' });
const currency = Type.String({ pattern: '^[A-Z]{3}$' });

export const CreatedAghanimOrder = Type.Object({
  order_id: aghanimOrderIdSchema,
  checkout_url: Type.String({ maxLength: 2048, pattern: '^https?://' }),
});

/** Fields that webhooks may omit are optional. */
export const AghanimOrder = Type.Object({
  id: aghanimOrderIdSchema,
  status: Type.String({ maxLength: 40 }),
  amount: Type.Integer({ minimum: 0 }),
  currency,
  checkout_url: Type.Optional(CreatedAghanimOrder.properties.checkout_url),
  paid_at: nullish(Type.Integer()),
  expires_at: nullish(Type.Integer()),
  metadata: nullish(Type.Record(Type.String(), Type.Unknown())),
});
export type AghanimOrder = Static<typeof AghanimOrder>;

/** Payments that are not ours need only a status. */
export const AghanimPayment = Type.Object({
  status: Type.String({ maxLength: 40 }),
  order_id: nullish(Type.String()),
  total: Type.Integer(),
  currency: Type.String(),
  currency_minor_unit: Type.Integer(),
  metadata: nullish(Type.Record(Type.String(), Type.Unknown())),
});
export type AghanimPayment = Static<typeof AghanimPayment>;

export const fetchOrder = (orderId: string, host: AghanimHost): Promise<AghanimOrder> =>
  createAghanimClient(host).read({
    subject: 'an order',
    path: `/v1/orders/${encodeURIComponent(orderId)}`,
    answer: AghanimOrder,
  });

export function iteratePayments(from: Date, to: Date, host: AghanimHost): AsyncGenerator<AghanimPayment, void> {
  const span = { start_at: String(toUnixSeconds(from)), end_at: String(toUnixSeconds(to)), field: 'created_at' };
  return iteratePages<AghanimPayment>({
    subject: 'payments at Aghanim',
    maxPages: 300,
    async readPage(cursor = '0') {
      const query = { ...span, limit: String(pageSize), offset: cursor };
      const items = await createAghanimClient(host).read({
        subject: 'payments',
        path: '/v1/payments',
        query,
        answer: Type.Array(AghanimPayment),
      });
      return { items, next: items.length < pageSize ? undefined : String(Number(cursor) + items.length) };
    },
  });
}

const pageSize = 100;

export const toUnixSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

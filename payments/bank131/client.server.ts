// The bank's sessions API. Every request is signed over the exact bytes of its body. After any failure but an explicit
// rejection, the core retries with the same key.
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { createVendorClient, type VendorReply } from '#kit/call-vendor.server.ts';
import { nullish } from '#kit/nullable.ts';
import type { ProviderHost } from '../port.server.ts';
import type { bank131 } from './provider.ts';
import { signBody } from './signature.server.ts';

export type Bank131Host = ProviderHost<Static<typeof bank131.settings>>;

export interface Bank131Request<S extends TSchema> {
  readonly method: string;
  readonly subject: string;
  readonly json: object;
  /** The idempotency key; reads have none. */
  readonly key?: string;
  readonly answer: S;
}

export function callBank131<S extends TSchema>(
  host: Bank131Host,
  question: Bank131Request<S>,
): Promise<VendorReply<Static<S>>> {
  const { method, key, json, ...rest } = question;
  const { settings } = host;
  const headers = {
    'x-partner-project': settings.Project,
    // The HTTP client serialises the body the same way.
    'x-partner-sign': signBody(JSON.stringify(json), settings.PrivateKey),
    ...(key !== undefined && { 'x-partner-idempotency-key': key }),
  };
  return createVendorClient(host, {
    vendor: 'Bank 131',
    baseUrl: settings.ApiBase ?? (isDemoMode(host) ? 'https://demo.bank131.ru' : 'https://proxy.bank131.ru'),
    // A refund takes two calls, which together have 15 s.
    timeoutMs: 5_000,
    parseRejection,
  }).ask({ ...rest, json, headers, path: `/api/v1/${method}` });
}

export const isDemoMode = ({ settings }: Bank131Host): boolean => settings.Mode === 'Demo';

const Fault = Type.Object({ status: Type.Literal('error'), error: Type.Object({ code: Type.String() }) });

/** Leaves out the description, because it may repeat submitted data. */
function parseRejection(status: number, body: unknown): string | undefined {
  if ((status !== 200 && (status < 400 || status >= 500)) || !Value.Check(Fault, body)) return undefined;
  const { code } = body.error;
  return unknownResultCodes.has(code) ? undefined : `${refusalPrefix}${code.slice(0, 60)}.`;
}

const refusalPrefix = 'Bank 131 refused: ';

export const isWrongSessionStateRefusal = ({ reason }: { readonly reason: string }): boolean =>
  reason === `${refusalPrefix}session_wrong_state.`;

// Errors in our credentials, or a reused idempotency key whose first request may have succeeded. They are not
// rejections.
const unknownResultCodes: ReadonlySet<string> = new Set([
  'identification_error',
  'authentication_error',
  'authorization_error',
  'internal_error',
  'idempotency_key_already_exists',
]);

const bank131Id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' });

const amount_details = Type.Object({
  amount: Type.Integer({ minimum: 0 }),
  currency: Type.String({ pattern: '^[a-z]{3}$' }),
});
const error = nullish(Type.Object({ code: nullish(Type.String()) }));

const Bank131Refund = Type.Object({
  id: bank131Id,
  status: Type.Enum(['accepted', 'in_progress', 'declined', 'error']),
  amount_details,
  is_chargeback: nullish(Type.Boolean()),
  metadata: Type.Optional(Type.Unknown()),
});
export type Bank131Refund = Static<typeof Bank131Refund>;

const Bank131Payment = Type.Object({
  id: bank131Id,
  /** `pending`: the bank waits for us to confirm or cancel the payment. */
  status: Type.Enum(['pending', 'in_progress', 'succeeded', 'failed']),
  amount_details,
  payment_details: nullish(
    Type.Object({
      type: nullish(Type.String()),
      card: nullish(Type.Object({ brand: nullish(Type.String()), last4: nullish(Type.String()) })),
    }),
  ),
  customer_interaction: nullish(
    Type.Object({ inform: nullish(Type.Object({ qr: nullish(Type.Object({ content: nullish(Type.String()) })) })) }),
  ),
  refunds: nullish(Type.Array(Bank131Refund)),
  metadata: Type.Optional(Type.Unknown()),
  error,
});
export type Bank131Payment = Static<typeof Bank131Payment>;

export const Bank131Session = Type.Object({
  id: bank131Id,
  status: Type.Enum(['created', 'in_progress', 'accepted', 'cancelled', 'error']),
  next_action: nullish(Type.String()),
  acquiring_payments: nullish(Type.Array(Bank131Payment)),
  payment_list: nullish(Type.Array(Bank131Payment)),
  error,
});
export type Bank131Session = Static<typeof Bank131Session>;

export const SessionResponse = Type.Object({ status: Type.Literal('ok'), session: Bank131Session });

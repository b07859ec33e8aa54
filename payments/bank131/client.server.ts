// The bank's sessions API, and what we read of its objects: a state that nobody knows is no state to decide by. Every request is signed
// over the exact bytes of its body. Only a clear no to this very request is a no; after anything else the same is asked again with the
// same key.
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { createVendorClient, type VendorReply } from '#kit/call-vendor.server.ts';
import type { ProviderHost } from '../port.server.ts';
import type { bank131 } from './provider.ts';
import { signBody } from './signature.server.ts';

export type Host = ProviderHost<Static<typeof bank131.settings>>;

export interface BankQuestion<S extends TSchema> {
  /** Below `/api/v1/`. */
  readonly method: string;
  readonly subject: string;
  readonly json: object;
  /** Under which the bank does it once; absent from what only reads. */
  readonly key?: string;
  readonly answer: S;
}

export function askBank<S extends TSchema>(host: Host, question: BankQuestion<S>): Promise<VendorReply<Static<S>>> {
  const { method, key, json, ...rest } = question;
  const { settings } = host;
  const headers = {
    'x-partner-project': settings.Project,
    // The client writes the same text into the body.
    'x-partner-sign': signBody(JSON.stringify(json), settings.PrivateKey),
    ...(key !== undefined && { 'x-partner-idempotency-key': key }),
  };
  return createVendorClient(host, {
    vendor: 'Bank 131',
    baseUrl: settings.ApiBase ?? (isDemo(host) ? 'https://demo.bank131.ru' : 'https://proxy.bank131.ru'),
    // Sending money back takes two calls, and both together have fifteen seconds.
    timeoutMs: 5_000,
    parseRejection,
  }).ask({ ...rest, json, headers, path: `/api/v1/${method}` });
}

/** The bank's demo moves no money. */
export const isDemo = ({ settings }: Host): boolean => settings.Mode === 'Demo';

const Fault = Type.Object({ status: Type.Literal('error'), error: Type.Object({ code: Type.String() }) });

/** What the fault describes may hold what was sent, so only its code is repeated. */
function parseRejection(status: number, body: unknown): string | undefined {
  if ((status !== 200 && (status < 400 || status >= 500)) || !Value.Check(Fault, body)) return undefined;
  const { code } = body.error;
  return aboutUs.has(code) ? undefined : `${refusalPrefix}${code.slice(0, 60)}.`;
}

const refusalPrefix = 'Bank 131 refused: ';

/** Whether the bank says that the session is past this: confirmed, cancelled or paid already. A read tells which. */
export const isPast = ({ reason }: { readonly reason: string }): boolean =>
  reason === `${refusalPrefix}session_wrong_state.`;

// About our keys, or about a key that was used before for something that may have succeeded: no answer to the question.
const aboutUs: ReadonlySet<string> = new Set([
  'identification_error',
  'authentication_error',
  'authorization_error',
  'internal_error',
  'idempotency_key_already_exists',
]);

/** What may be missing, or null: the bank's own library writes both. */
const nullish = <S extends TSchema>(schema: S) => Type.Optional(Type.Union([schema, Type.Null()]));

/** Also in webhooks. */
export const bankId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' });

const amount_details = Type.Object({
  amount: Type.Integer({ minimum: 0 }),
  currency: Type.String({ pattern: '^[a-z]{3}$' }),
});
const error = nullish(Type.Object({ code: nullish(Type.String()) }));

const Refund = Type.Object({
  id: bankId,
  status: Type.Enum(['accepted', 'in_progress', 'declined', 'error']),
  amount_details,
  is_chargeback: nullish(Type.Boolean()),
  metadata: Type.Optional(Type.Unknown()),
});
export type Refund = Static<typeof Refund>;

const Payment = Type.Object({
  id: bankId,
  /** `pending`: it waits to be confirmed or cancelled by us. */
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
  refunds: nullish(Type.Array(Refund)),
  metadata: Type.Optional(Type.Unknown()),
  error,
});
export type Payment = Static<typeof Payment>;

export const Session = Type.Object({
  id: bankId,
  status: Type.Enum(['created', 'in_progress', 'accepted', 'cancelled', 'error']),
  next_action: nullish(Type.String()),
  acquiring_payments: nullish(Type.Array(Payment)),
  /** What newer versions of the API call them. */
  payment_list: nullish(Type.Array(Payment)),
  error,
});
export type Session = Static<typeof Session>;

export const SessionAnswer = Type.Object({ status: Type.Literal('ok'), session: Session });

// Facebook's Graph API. After any failure but an explicit rejection (no response, a rate limit, a 5xx, a wrong secret)
// it throws.
import { createHmac } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { createVendorClient } from '#kit/call-vendor.server.ts';
import type { ProviderHost } from '../port.server.ts';
import type { facebookpay } from './provider.ts';

export type FacebookPayHost = ProviderHost<Static<typeof facebookpay.settings>>;

/** The specification names this version. Facebook serves a retired version with the oldest supported one. */
export const defaultGraphVersion = 'v3.0';

const createClient = (host: FacebookPayHost) => {
  const { ApiBase = 'https://graph.facebook.com', Version = defaultGraphVersion } = host.settings;
  return createVendorClient(host, {
    vendor: 'Facebook',
    baseUrl: `${ApiBase}/${Version}`,
    // A refund takes three calls, which together have 15 s.
    timeoutMs: 4_500,
    parseRejection,
    remedies: { 401: 'Are the app id and the secret right?', 403: 'Are the app id and the secret right?' },
  });
};

/** `appsecret_proof` shows that the sender of the access token also has the app's secret. */
export function buildGraphCredentials({ settings: { AppId, AppSecrets } }: Pick<FacebookPayHost, 'settings'>) {
  const [secret = ''] = AppSecrets;
  const token = `${AppId}|${secret}`;
  return { access_token: token, appsecret_proof: computeAppSecretProof(token, secret) };
}

export const computeAppSecretProof = (token: string, secret: string): string =>
  createHmac('sha256', secret).update(token).digest('hex');

export async function fetchGraphPayment(id: string, host: FacebookPayHost): Promise<GraphPayment | undefined> {
  const reply = await createClient(host).ask({
    path: `/${encodeURIComponent(id)}`,
    query: { fields, ...buildGraphCredentials(host) },
    subject: 'a payment',
    answer: GraphPayment,
  });
  if (reply.outcome === 'refused') return undefined;
  if (reply.answer.id !== id) throw new Error(`Facebook returned another payment than ${id}.`);
  return reply.answer;
}

export const postGraphRefund = (
  id: string,
  money: { readonly currency: string; readonly amount: string },
  host: FacebookPayHost,
) =>
  createClient(host).ask({
    path: `/${encodeURIComponent(id)}/refunds`,
    form: { ...money, reason: 'CUSTOMER_SERVICE', ...buildGraphCredentials(host) },
    subject: 'a refund',
    answer: Accepted,
  });

const fields = 'id,application,request_id,actions,items,disputes,refundable_amount,test,created_time';

const Accepted = Type.Union([Type.Literal(true), Type.Object({ success: Type.Literal(true) })]);

const Fault = Type.Object({ error: Type.Object({ code: Type.Integer(), type: Type.Optional(Type.String()) }) });

/**
 * Code 100 is an invalid parameter, including an unknown object. Facebook's message is left out, because it may repeat
 * submitted data.
 */
function parseRejection(status: number, body: unknown): string | undefined {
  if (status !== 400 || !Value.Check(Fault, body) || body.error.code !== 100) return undefined;
  return 'Facebook refused: code 100, an invalid parameter.';
}

const id = Type.String({ minLength: 1, maxLength: 100 });
const amount = Type.Union([Type.String({ maxLength: 30 }), Type.Number()]);
const currency = Type.String({ pattern: '^[A-Z]{3}$' });

const GraphAction = Type.Object({
  type: Type.String(),
  status: Type.String(),
  currency,
  amount,
  time_created: Type.Union([Type.String({ maxLength: 40 }), Type.Integer()]),
});
export type GraphAction = Static<typeof GraphAction>;

export const GraphPayment = Type.Object({
  id,
  /** Absent if another shop started the payment. */
  request_id: Type.Optional(Type.String()),
  application: Type.Object({ id }),
  actions: Type.Array(GraphAction),
  items: Type.Array(
    Type.Object({ product: Type.String(), quantity: Type.Union([Type.Integer(), Type.String({ maxLength: 10 })]) }),
  ),
  disputes: Type.Optional(
    Type.Array(Type.Object({ status: Type.String(), time_created: GraphAction.properties.time_created })),
  ),
  refundable_amount: Type.Optional(Type.Object({ currency, amount })),
  test: Type.Optional(Type.Union([Type.Boolean(), Type.Integer()])),
});
export type GraphPayment = Static<typeof GraphPayment>;

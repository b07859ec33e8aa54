// Calls of Xsolla's API for merchants. It knows no idempotency keys: whoever asks twice must be able to bear two answers.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { PaymentHost, WebhookAnswer } from '#model/payment-verbs.server.ts';
import { createVendorClient, writeCredentials, type VendorClient } from '../ask-vendor.server.ts';
import { maybe } from '../nullable.ts';
import type { XsollaProject } from './project.ts';

export type Host = PaymentHost<XsollaProject>;

/** Its paths are below the merchant, such as `/token`. */
export function createClient(host: Host): VendorClient {
  const { MerchantId, ApiKey, ApiBase = 'https://api.xsolla.com' } = host.settings;
  return createVendorClient(host, {
    vendor: 'Xsolla',
    baseUrl: `${ApiBase}/merchant/v2/merchants/${MerchantId}`,
    headers: { authorization: writeCredentials(String(MerchantId), ApiKey) },
    // Whoever waits for a webhook to be taken waits for it as well.
    timeoutMs: 8_000,
    answerStatuses: [200, 201, 204],
    parseRejection,
    remedies: { 401: wrongKey, 403: wrongKey },
  });
}

const wrongKey = 'Its settings need MerchantId and an ApiKey of all projects.';

/** Without the values that it was asked with. 401, 403 and 404 speak of the wrong key, company or address. */
function parseRejection(status: number, body: unknown): string | undefined {
  if (![400, 409, 422].includes(status) || !Value.Check(Fault, body)) return undefined;
  const fields = Object.keys(body.extended_message?.property_errors ?? {}).slice(0, 10);
  return `Xsolla refused with ${status}${fields.length > 0 ? ` (${fields.join(', ').slice(0, 300)})` : ''}.`;
}

const Errors = Type.Object({ property_errors: Type.Optional(Type.Record(Type.String(), Type.Unknown())) });
const Fault = Type.Object({
  message: Type.String(),
  extended_message: maybe(Errors),
});

/** Of transactions and projects. */
export const xsollaId = Type.Union([Type.Integer({ minimum: 1 }), Type.String({ pattern: '^[1-9][0-9]{0,18}$' })]);
export const xsollaCurrency = Type.String({ pattern: '^[A-Z]{3}$' });
export const xsollaAmount = Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^[0-9.]{1,32}$' })]);

/** In webhooks and in the records alike. Our own ids come back as they went; of others they may be numbers. */
export const Transaction = Type.Object({
  id: xsollaId,
  external_id: maybe(Type.Union([Type.String(), Type.Number()])),
  /** Absent: it is real. */
  dry_run: maybe(Type.Union([Type.Number(), Type.Boolean(), Type.String()])),
});

export const isDryRun = ({ dry_run: value }: Static<typeof Transaction>): boolean =>
  value !== undefined && value !== null && !['0', 'false', ''].includes(String(value));

/** A no to a webhook, in the shape that Xsolla wants it. It does not come again. */
export const refuseWith = (code: string, message: string): WebhookAnswer => ({
  status: 400,
  body: { error: { code, message } },
});

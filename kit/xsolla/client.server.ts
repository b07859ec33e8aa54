// Calls Xsolla's merchant API. It has no idempotency keys, so a repeated call may take effect twice.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { PaymentHost, WebhookReply } from '#model/payment-operations.server.ts';
import { createVendorClient, buildBasicAuth, type VendorClient } from '../call-vendor.server.ts';
import { nullish } from '../nullable.ts';
import type { XsollaProjectSettings } from './project.ts';

export type XsollaHost = PaymentHost<XsollaProjectSettings>;

/** Paths are relative to the merchant, such as `/token`. */
export function createXsollaClient(host: XsollaHost): VendorClient {
  const { MerchantId, ApiKey, ApiBase = 'https://api.xsolla.com' } = host.settings;
  return createVendorClient(host, {
    vendor: 'Xsolla',
    baseUrl: `${ApiBase}/merchant/v2/merchants/${MerchantId}`,
    headers: { authorization: buildBasicAuth(String(MerchantId), ApiKey) },
    // Short, because a webhook may be waiting for this response.
    timeoutMs: 8_000,
    successStatuses: [200, 201, 204],
    parseRejection,
    remedies: { 401: wrongKey, 403: wrongKey },
  });
}

const wrongKey = 'Its settings need MerchantId and an ApiKey of all projects.';

/**
 * Names the rejected fields, never their values. 401, 403 and 404 mean a wrong key, company or address, not a
 * rejection.
 */
function parseRejection(status: number, body: unknown): string | undefined {
  if (![400, 409, 422].includes(status) || !Value.Check(Fault, body)) return undefined;
  const fields = Object.keys(body.extended_message?.property_errors ?? {}).slice(0, 10);
  return `Xsolla refused with ${status}${fields.length > 0 ? ` (${fields.join(', ').slice(0, 300)})` : ''}.`;
}

const Errors = Type.Object({ property_errors: Type.Optional(Type.Record(Type.String(), Type.Unknown())) });
const Fault = Type.Object({
  message: Type.String(),
  extended_message: nullish(Errors),
});

export const xsollaIdSchema = Type.Union([
  Type.Integer({ minimum: 1 }),
  Type.String({ pattern: '^[1-9][0-9]{0,18}$' }),
]);
export const xsollaCurrencySchema = Type.String({ pattern: '^[A-Z]{3}$' });
export const xsollaAmountSchema = Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^[0-9.]{1,32}$' })]);

export const XsollaTransaction = Type.Object({
  id: xsollaIdSchema,
  external_id: nullish(Type.Union([Type.String(), Type.Number()])),
  dry_run: nullish(Type.Union([Type.Number(), Type.Boolean(), Type.String()])),
});

export const isDryRun = ({ dry_run: value }: Static<typeof XsollaTransaction>): boolean =>
  value !== undefined && value !== null && !['0', 'false', ''].includes(String(value));

/** Xsolla does not resend a webhook that gets this reply. */
export const buildXsollaWebhookRefusal = (code: string, message: string): WebhookReply => ({
  status: 400,
  body: { error: { code, message } },
});

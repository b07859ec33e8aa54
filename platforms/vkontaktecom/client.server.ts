// VK's API with the app's service key. Errors have status 200; only an invalid parameter counts as a rejection of the
// request.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { createVendorMethodCaller } from '#kit/create-vendor-method-caller.server.ts';
import type { PaymentHost } from '#model/payment-operations.server.ts';
import type { vkontaktecom } from './platform.ts';

export type VkHost = PaymentHost<Static<typeof vkontaktecom.settings>>;

const number = Type.Union([Type.Integer(), Type.String({ pattern: '^\\d{1,15}$' })]);

/** An order in VK's records. Numbers come as numbers or text. */
export const VkOrder = Type.Object({
  id: number,
  status: Type.String({ maxLength: 40 }),
  item: Type.String({ maxLength: 200 }),
  amount: number,
});
export type VkOrder = Static<typeof VkOrder>;

/** Throws unless VK accepts or rejects the request. */
export const callVk = createVendorMethodCaller(
  (method, parameters: Readonly<Record<string, string>>, { settings }: VkHost) => {
    const { ServiceKey: serviceKey, ApiBase: base = 'https://api.vk.com' } = settings;
    if (serviceKey === undefined) throw new Error(`VK's ${method} needs the setting ServiceKey.`);
    return {
      vendor: 'VK',
      url: `${base}/method/${method}`,
      form: { ...parameters, access_token: serviceKey, v: '5.131' },
      // A refund makes two calls, which together must stay within its timeout.
      timeoutMs: 5_000,
      responseField: 'response',
      // Only the error code: VK's text may repeat what was sent.
      parseRejection: (_, body) => {
        if (!Value.Check(Fault, body)) return undefined;
        const { error_code: code } = body.error;
        if (code === wrongParameter) return `VK refused ${method}: a parameter is wrong (error ${code}).`;
        throw new Error(`VK answered ${method} with its error ${code}.`);
      },
    };
  },
);

const Fault = Type.Object({ error: Type.Object({ error_code: Type.Integer() }) });
const wrongParameter = 100;

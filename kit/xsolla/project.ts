// The settings of an Xsolla project, for the portal's own payments or for a platform that sells through Xsolla.
import { Type, type Static } from 'typebox';
import { object, text, url } from '#model/schema.ts';

const simulated = (what: string) =>
  Type.Optional({ ...url, description: `Address of ${what}; only simulators change it` });

const ScriptUrl = simulated('the widget');

export const XsollaProjectSettings = object({
  MerchantId: Type.Integer({ minimum: 1 }),
  ProjectId: Type.Integer({ minimum: 1 }),
  ApiKey: text(255, {
    minLength: 8,
    pattern: '^[\\x21-\\x7e]+$',
    description: "Valid for all of the company's projects",
  }),
  WebhookKeys: Type.Array(text(255, { minLength: 8 }), {
    minItems: 1,
    maxItems: 5,
    description: "The project's secret key; two while you replace it",
  }),
  Sandbox: Type.Boolean({ description: 'Test money only' }),
  ApiBase: simulated('the API'),
  PayStationUrl: simulated('Pay Station'),
  ScriptUrl,
});
export type XsollaProjectSettings = Static<typeof XsollaProjectSettings>;

export const PayStationToken = object({ PaymentToken: text(400), Sandbox: Type.Boolean(), ScriptUrl });
export type PayStationToken = Static<typeof PayStationToken>;

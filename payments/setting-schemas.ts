import { Type, type TString } from 'typebox';
import { text, url } from '#model/schema.ts';

export const simulatedUrlSetting = (what: string) =>
  Type.Optional({ ...url, description: `Address of ${what}; only simulators change it` });

/** During a key rotation there are two secrets. */
export const webhookSecretsSetting = (secret: TString, description: string) =>
  Type.Array(secret, { minItems: 1, maxItems: 5, description: `${description}; two while it is replaced` });

export const webhookNetworksSetting = (vendor: string) =>
  Type.Optional(
    Type.Array(text(49, { pattern: '^[0-9a-f.:]+/\\d{1,3}$' }), {
      minItems: 1,
      maxItems: 30,
      description: `From where webhooks come, when ${vendor} changes its addresses, and for a simulation`,
    }),
  );

/** If absent, the adapter's built-in origins apply. */
export const pageOriginsSetting = (description: string) =>
  Type.Optional(
    Type.Array(text(200, { pattern: '^https?://[a-z0-9.-]+(:\\d{1,5})?$' }), { minItems: 1, maxItems: 5, description }),
  );

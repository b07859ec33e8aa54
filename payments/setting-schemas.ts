// Schemas of settings that several providers share.
import { Type, type TString } from 'typebox';
import { text, url } from '#model/schema.ts';

/** Also used in reply blocks, for the browser adapter. */
export const simulatedUrlSetting = (what: string) =>
  Type.Optional({ ...url, description: `Address of ${what}; only simulators change it` });

/** Secrets that sign webhooks; two during a key rotation. */
export const webhookSecretsSetting = (secret: TString, description: string) =>
  Type.Array(secret, { minItems: 1, maxItems: 5, description: `${description}; two while it is replaced` });

/** IP ranges in the format of `isWithinNetworks`. */
export const webhookNetworksSetting = (vendor: string) =>
  Type.Optional(
    Type.Array(text(49, { pattern: '^[0-9a-f.:]+/\\d{1,3}$' }), {
      minItems: 1,
      maxItems: 30,
      description: `From where webhooks come, when ${vendor} changes its addresses, and for a simulation`,
    }),
  );

/** Also used in reply blocks. If absent, the browser adapter uses its built-in origins. */
export const pageOriginsSetting = (description: string) =>
  Type.Optional(
    Type.Array(text(200, { pattern: '^https?://[a-z0-9.-]+(:\\d{1,5})?$' }), { minItems: 1, maxItems: 5, description }),
  );

// Settings that most platforms have.
import { Type, type TString } from 'typebox';
import { text, url } from '#model/schema.ts';

/** The platform's URL, which operators leave unset. */
export const simulatedUrl = (what: string) =>
  Type.Optional({ ...url, description: `${what}; only simulators change it` });

export const FrameOrigin = Type.Optional(
  text(200, {
    pattern: '^https?://[a-z0-9.:-]+$',
    description: 'An additional origin that may frame the game; only for simulators',
  }),
);

/** The description says what happens without it. */
export const optionalText = (maxLength: number, pattern: string, description: string) =>
  Type.Optional(text(maxLength, { pattern, description }));

export const optionalList = (item: TString, maxItems: number, description: string) =>
  Type.Optional(Type.Array(item, { maxItems, description }));

export const secret = (maxLength: number, description: string) => text(maxLength, { minLength: 8, description });

export const optionalSecret = (maxLength: number, description: string) => Type.Optional(secret(maxLength, description));

/** Off by default. */
export const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

/**
 * @param absent the default, in words
 * @param minimum a lower limit would reject logins that the platform has just issued
 */
export const maxAgeS = (subject: string, maximum: number, absent: string, minimum = 60) =>
  Type.Optional(
    Type.Integer({
      minimum,
      maximum,
      description: `Maximum age of ${subject} in seconds, at least ${minimum}; absent: ${absent}`,
    }),
  );

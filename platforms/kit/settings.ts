// Settings that most platforms have.
import { Type, type TString } from 'typebox';
import { text, url } from '#model/schema.ts';

/** An address of the platform's that an operator leaves alone. */
export const simulatedUrl = (what: string) =>
  Type.Optional({ ...url, description: `${what}; only a simulation needs another` });

export const FrameOrigin = Type.Optional(
  text(200, {
    pattern: '^https?://[a-z0-9.:-]+$',
    description: 'Who else may frame the game; only a simulation needs it',
  }),
);

/** What an operator may leave out; the description says what happens then. */
export const optionalText = (maxLength: number, pattern: string, description: string) =>
  Type.Optional(text(maxLength, { pattern, description }));

/** As many as an operator likes, within reason, or none. */
export const optionalList = (item: TString, maxItems: number, description: string) =>
  Type.Optional(Type.Array(item, { maxItems, description }));

export const secret = (maxLength: number, description: string) => text(maxLength, { minLength: 8, description });

/** A secret that an operator may leave out. */
export const optionalSecret = (maxLength: number, description: string) => Type.Optional(secret(maxLength, description));

/** A switch that is off. */
export const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

/**
 * @param absent how old it may be where nobody says so
 * @param minimum what is younger would refuse what the platform itself has just given
 */
export const maxAgeS = (subject: string, maximum: number, absent: string, minimum = 60) =>
  Type.Optional(
    Type.Integer({
      minimum,
      maximum,
      description: `How old ${subject} may be, in seconds, from ${minimum} on; absent: ${absent}`,
    }),
  );

import { Type, type TString } from 'typebox';
import { text, url } from '#model/schema.ts';

/** The platform's URL, which operators leave unset. */
export const simulatorUrlSetting = (what: string) =>
  Type.Optional({ ...url, description: `${what}; only simulators change it` });

export const SimulatorFramingOriginSetting = Type.Optional(
  text(200, {
    pattern: '^https?://[a-z0-9.:-]+$',
    description:
      "An additional origin whose messages the game's page accepts: a simulator's, or one in PLATFORM_FRAME_HOSTS",
  }),
);

/** For platforms that don't tell the game its address. */
export const GameUrlSetting = Type.Optional({
  ...url,
  description: "The game's page on the platform, which players can share; absent: players can't share it",
});

export const optionalTextSetting = (maxLength: number, pattern: string, description: string) =>
  Type.Optional(text(maxLength, { pattern, description }));

export const optionalListSetting = (item: TString, maxItems: number, description: string) =>
  Type.Optional(Type.Array(item, { maxItems, description }));

export const secretSetting = (maxLength: number, description: string) => text(maxLength, { minLength: 8, description });

export const optionalSecretSetting = (maxLength: number, description: string) =>
  Type.Optional(secretSetting(maxLength, description));

export const flagSetting = (description: string) => Type.Optional(Type.Boolean({ description }));

/**
 * @param absent the default, in words
 * @param minimum a lower limit would reject logins that the platform has just issued
 */
export const maxAgeSetting = (subject: string, maximum: number, absent: string, minimum = 60) =>
  Type.Optional(
    Type.Integer({
      minimum,
      maximum,
      description: `Maximum age of ${subject} in seconds, at least ${minimum}; absent: ${absent}`,
    }),
  );

/**
 * The manifest's settings `Leaderboards` and `Achievements`.
 *
 * @param theirs what the platform calls its own
 */
export const mappingSetting = (ours: string, theirs: TString, description: string) =>
  Type.Optional(
    Type.Record(Type.String({ pattern: '^.{1,64}$' }), theirs, {
      maxProperties: 500,
      description: `${description}, by ${ours}; absent: nothing is sent`,
    }),
  );

// The types of identity for which a game's word counts. Where an adapter of ours lets people prove an identity themselves, in
// the sign-in modal or by mail, nobody else can do it for them: a game that could would hold the key to every account.
import { IdentityTypeName } from '#contract/registries.ts';
import * as identities from '#identities/registry.ts';
import * as platforms from '#platforms/registry.ts';

const provedByPlayers: ReadonlySet<string> = new Set(
  Object.values(identities).flatMap(({ identityTypes }): readonly string[] => identityTypes),
);
const ofPlatforms: ReadonlySet<string> = new Set(
  Object.values(platforms).flatMap(({ identityTypes }): readonly string[] => identityTypes),
);
const known: ReadonlySet<string> = new Set(IdentityTypeName.enum);

export const isKnownType = (type: string): boolean => known.has(type);

/** Whether a game may bring players with this type of identity from elsewhere. */
export const canImport = (type: string): boolean => known.has(type) && !provedByPlayers.has(type);

/** Whether a game may vouch for this type in the browser of a player: those of platforms, and the one that is known by name. */
export const canVouchFor = (type: string): boolean =>
  !provedByPlayers.has(type) && (ofPlatforms.has(type) || type === 'AW');

// The identity types for which a game's assertion counts. Types that players prove to us themselves are excluded:
// otherwise a game could sign in to every account.
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

export const isKnownIdentityType = (type: string): boolean => known.has(type);

export const canImportIdentityType = (type: string): boolean => known.has(type) && !provedByPlayers.has(type);

/** Types of platforms, and `AW`. */
export const canVouchForIdentityType = (type: string): boolean =>
  !provedByPlayers.has(type) && (ofPlatforms.has(type) || type === 'AW');

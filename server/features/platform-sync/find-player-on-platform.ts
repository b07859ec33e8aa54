import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { findPlatformIdentity } from '#server/features/game-sign-in/find-platform-identity.ts';
import type { MappedPlatform } from './read-mapped-platforms.ts';

/** The player's id on the platform. Undefined: the platform has not proved the player, or knows only a guest. */
export async function findPlayerOnPlatform(
  db: Kysely<Tables>,
  { platform: { manifest }, scope }: Pick<MappedPlatform, 'platform' | 'scope'>,
  accountId: string,
): Promise<string | undefined> {
  const { identityTypes, guestType } = manifest;
  const types = identityTypes.filter((type) => type !== guestType);
  return (await findPlatformIdentity(db, { identityTypes: types }, { accountId, scope }))?.externalId;
}

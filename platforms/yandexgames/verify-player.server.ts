// Who plays, as Yandex Games has signed it. What a player's part of the signed data looks like is known from public code only.
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Verdict } from '../port.server.ts';
import { readSigned } from './read-signed.server.ts';

export interface PlayerRules {
  readonly secretKey: string;
  readonly maxAgeS: number;
  readonly now: Date;
}

export function verifyPlayer(signature: string, { secretKey, maxAgeS, now }: PlayerRules): Verdict {
  const read = readSigned(signature, secretKey);
  if (read.outcome === 'refused') return read;
  const ageS = now.getTime() / 1000 - read.signed.issuedAt;
  if (ageS > maxAgeS) return refused(`The player was signed more than ${maxAgeS} s ago.`);
  if (ageS < -toleranceS) return refused('The player was signed in the future: is the clock of this server right?');
  const { data } = read.signed;
  if (!Value.Check(Player, data)) return refused('It is signed, but no player.');
  const externalId = data.uniqueID ?? data.id;
  if (externalId === undefined) return refused('The player has no id.');
  const name = data.publicName?.trim();
  return {
    outcome: 'proved',
    proof: { identity: { type: 'YandexGames', externalId }, ...(name && { name }) },
    guest: isGuest(data),
  };
}

const refused = (reason: string) => ({ outcome: 'refused', reason }) as const;

// Clocks differ a little.
const toleranceS = 60;

const id = Type.Optional(Type.String({ minLength: 1, maxLength: 256 }));

const Player = Type.Object({
  // Opaque: it may hold signs of base64.
  uniqueID: id,
  id,
  publicName: Type.Optional(Type.String({ maxLength: 1000 })),
  avatarIdHash: Type.Optional(Type.String()),
  mode: Type.Optional(Type.String()),
});

/**
 * Assumed: somebody who has not signed in at Yandex is signed with the mode `lite`; where there is no mode, he is one who has neither
 * a name nor a picture. Who hides both is taken for a guest: he keeps what he has, and can do all but what needs an account.
 */
function isGuest({
  mode,
  publicName = '',
  avatarIdHash = '',
}: {
  mode?: string;
  publicName?: string;
  avatarIdHash?: string;
}): boolean {
  if (mode !== undefined) return mode === 'lite';
  return publicName.trim() === '' && /^0*$/.test(avatarIdHash);
}

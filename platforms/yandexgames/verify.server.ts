// Verifies what Yandex Games signed with the game's key: a player or purchases. The format of a player is known only
// from public code.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { buildRefusal } from '#kit/build-refusal.ts';
import { verifySignedRequest } from '#kit/signed-request.server.ts';
import { findStaleReason } from '#kit/find-stale-reason.ts';
import { createPlayerProof } from '../kit/create-player-proof.server.ts';
import type { VerifyLogin } from '../port.server.ts';
import type { yandexgames } from './platform.ts';

const Signed = Type.Object({
  /** Seconds since 1970. */
  issuedAt: Type.Number({ minimum: 0 }),
  data: Type.Unknown(),
});

export function verifySignedData(text: string, secretKey: string) {
  const reading = verifySignedRequest(text, secretKey, 'bytes');
  if (reading.outcome === 'refused') return reading;
  const { payload } = reading;
  return Value.Check(Signed, payload)
    ? { ...payload, outcome: 'read' as const }
    : buildRefusal('The data is signed, but has an unknown format.');
}

export const verify: VerifyLogin<typeof yandexgames> = async ({ GetPlayerSignature }, { settings, now }) => {
  const reading = verifySignedData(GetPlayerSignature, settings.SecretKey);
  if (reading.outcome === 'refused') return reading;
  const { data, issuedAt } = reading;
  const maxAgeS = settings.MaxAgeSeconds ?? 600;
  const stale = findStaleReason({ subject: 'The player', signedAtS: issuedAt, now: now(), maxAgeS });
  if (stale !== undefined) return buildRefusal(stale);
  if (!Value.Check(Player, data)) return buildRefusal('The data is signed, but does not describe a player.');
  const externalId = data.uniqueID ?? data.id;
  if (externalId === undefined) return buildRefusal('The player has no id.');
  return createPlayerProof('YandexGames', externalId, { name: data.publicName, isGuest: isGuest(data) });
};

const id = Type.Optional(Type.String({ minLength: 1, maxLength: 256 }));

const Player = Type.Object({
  // Opaque; may contain base64 characters.
  uniqueID: id,
  id,
  publicName: Type.Optional(Type.String({ maxLength: 1000 })),
  avatarIdHash: Type.Optional(Type.String()),
  /** What the player lets games see: `allow`, `forbid` or `not_set`. */
  scopePermissions: Type.Optional(Type.Record(Type.String(), Type.String())),
});

/**
 * Signed data doesn't contain it; `getMode` and `isAuthorized` run only in the browser. A player who isn't signed in at
 * Yandex has no name, no picture and no permissions decided; one who hides both has decided. Assumed from public code.
 */
function isGuest({ publicName = '', avatarIdHash = '', scopePermissions = {} }: Static<typeof Player>): boolean {
  const hasDecided = Object.values(scopePermissions).some((permission) => permission !== 'not_set');
  return !hasDecided && publicName.trim() === '' && /^0*$/.test(avatarIdHash);
}

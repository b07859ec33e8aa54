// What Yandex Games has signed with the key of the game: a player or purchases. What a player's part of it looks like is known from
// public code only.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { refuse } from '#kit/refuse.ts';
import { readSignedRequest } from '#kit/signed-request.server.ts';
import { whyStale } from '#kit/why-stale.ts';
import { provePlayer } from '../kit/prove-player.server.ts';
import type { VerifyLogin } from '../port.server.ts';
import type { yandexgames } from './platform.ts';

const Signed = Type.Object({
  /** Seconds since 1970. */
  issuedAt: Type.Number({ minimum: 0 }),
  data: Type.Unknown(),
});

/** With its data and the time at which it was issued, or why not. */
export function readSigned(text: string, secretKey: string) {
  const reading = readSignedRequest(text, secretKey, 'bytes');
  if (reading.outcome === 'refused') return reading;
  const { payload } = reading;
  return Value.Check(Signed, payload)
    ? { ...payload, outcome: 'read' as const }
    : refuse('It is signed, but not in the form that is known.');
}

export const verify: VerifyLogin<typeof yandexgames> = async ({ GetPlayerSignature }, { settings, now }) => {
  const reading = readSigned(GetPlayerSignature, settings.SecretKey);
  if (reading.outcome === 'refused') return reading;
  const { data, issuedAt } = reading;
  const maxAgeS = settings.MaxAgeSeconds ?? 600;
  const stale = whyStale({ subject: 'The player', signedAtS: issuedAt, now: now(), maxAgeS });
  if (stale !== undefined) return refuse(stale);
  if (!Value.Check(Player, data)) return refuse('It is signed, but no player.');
  const externalId = data.uniqueID ?? data.id;
  if (externalId === undefined) return refuse('The player has no id.');
  return provePlayer('YandexGames', externalId, { name: data.publicName, isGuest: isGuest(data) });
};

const id = Type.Optional(Type.String({ minLength: 1, maxLength: 256 }));

const Player = Type.Object({
  // Opaque: it may hold signs of base64.
  uniqueID: id,
  id,
  publicName: Type.Optional(Type.String({ maxLength: 1000 })),
  avatarIdHash: Type.Optional(Type.String()),
  /** What he lets games see of him: `allow`, `forbid`, or `not_set`. */
  scopePermissions: Type.Optional(Type.Record(Type.String(), Type.String())),
});

/**
 * A signed player carries no word for it: `getMode` and `isAuthorized` are the browser's own. Somebody who has not signed in at Yandex
 * has neither a name nor a picture, and has decided nothing about them; who hides both has. Assumed, from what public code shows of it.
 */
function isGuest({ publicName = '', avatarIdHash = '', scopePermissions = {} }: Static<typeof Player>): boolean {
  const hasDecided = Object.values(scopePermissions).some((permission) => permission !== 'not_set');
  return !hasDecided && publicName.trim() === '' && /^0*$/.test(avatarIdHash);
}

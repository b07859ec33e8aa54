// Verifies what Facebook signed about an instant game's player: the app-scoped id (ASID), which Facebook's other apps
// share, or the id of this game for players without one. The two are different identity types.
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { buildRefusal } from '#kit/build-refusal.ts';
import { verifySignedRequestWithAnySecret } from '#kit/signed-request.server.ts';
import { findStaleReason } from '#kit/find-stale-reason.ts';
import { createPlayerProof } from '../kit/create-player-proof.server.ts';
import type { VerifyLogin } from '../port.server.ts';
import type { facebookinstantgames } from './platform.ts';

export const verify: VerifyLogin<typeof facebookinstantgames> = async ({ ApplicationScopedId, Signature }, host) => {
  const { settings, now } = host;
  const reading = verifySignedRequestWithAnySecret(Signature, settings.AppSecrets);
  if (reading.outcome === 'refused') return reading;
  const { payload } = reading;
  if (!Value.Check(Player, payload)) return buildRefusal('The data is signed, but does not describe a player.');
  const { issued_at: signedAtS, asid, player_id: playerId } = payload;
  const maxAgeSeconds = settings.MaxAgeSeconds ?? 300;
  const stale = findStaleReason({ subject: 'The player', signedAtS, now: now(), maxAgeS: maxAgeSeconds });
  if (stale !== undefined) return buildRefusal(stale);
  if (ApplicationScopedId !== asid) return buildRefusal('The id differs from the signed one.');
  const externalId = asid ?? (playerId === undefined ? undefined : `player:${playerId}`);
  if (externalId === undefined) return buildRefusal('The player has no id.');
  // Remembered for as long as the signature is valid, plus one second for its last moment.
  const until = new Date((signedAtS + maxAgeSeconds + 1) * 1000);
  if (!(await host.consumeOnce(Signature, until))) return buildRefusal('The signature was used before.');
  return createPlayerProof('Facebook', externalId);
};

const id = Type.Optional(Type.String({ pattern: '^\\d{1,40}$' }));

const Player = Type.Object({
  asid: id,
  player_id: id,
  /** Seconds since 1970. */
  issued_at: Type.Number({ minimum: 0 }),
});

// Verifies what Facebook signed about an instant game's player: the id in this game and, for players of earlier years,
// the app-scoped id (ASID), which Facebook's other apps share. The two are different identity types.
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { buildRefusal, type Refusal } from '#kit/build-refusal.ts';
import { verifySignedRequestWithAnySecret } from '#kit/signed-request.server.ts';
import { findStaleReason } from '#kit/find-stale-reason.ts';
import { createPlayerProof } from '../kit/create-player-proof.server.ts';
import type { VerifyLogin } from '../port.server.ts';
import type { facebookinstantgames } from './platform.ts';

type Verify = VerifyLogin<typeof facebookinstantgames>;

export const verify: Verify = async ({ ApplicationScopedId, Signature, PlayerSignature }, host) => {
  const reading = readSignature(Signature, host);
  if (reading.outcome === 'refused') return reading;
  const { asid, player_id: playerId } = reading.player;
  if (ApplicationScopedId !== asid) return buildRefusal('The id differs from the signed one.');
  if (PlayerSignature === undefined) {
    const externalId = asid ?? (playerId === undefined ? undefined : toExternalId(playerId));
    if (externalId === undefined) return buildRefusal('The player has no id.');
    return (await consume([reading], host)) ?? createPlayerProof('Facebook', externalId);
  }
  const own = readSignature(PlayerSignature, host);
  if (own.outcome === 'refused') return own;
  if (asid === undefined || own.player.player_id === undefined)
    return buildRefusal('One signature must be of the app-scoped id, the other of the player id.');
  return (
    (await consume([reading, own], host)) ?? {
      ...createPlayerProof('Facebook', toExternalId(own.player.player_id)),
      earlierIdentity: { type: 'Facebook', externalId: asid },
    }
  );
};

/** Never equal to an app-scoped id. */
export const toExternalId = (playerId: string): string => `player:${playerId}`;

interface Reading {
  readonly outcome: 'read';
  readonly signature: string;
  readonly player: Static<typeof Player>;
}

type Host = Parameters<Verify>[1];

const maxAgeOf = ({ settings }: Host): number => settings.MaxAgeSeconds ?? 300;

function readSignature(signature: string, host: Host): Reading | Refusal {
  const reading = verifySignedRequestWithAnySecret(signature, host.settings.AppSecrets);
  if (reading.outcome === 'refused') return reading;
  const { payload: player } = reading;
  if (!Value.Check(Player, player)) return buildRefusal('The data is signed, but does not describe a player.');
  const stale = findStaleReason({
    subject: 'The player',
    signedAtS: player.issued_at,
    now: host.now(),
    maxAgeS: maxAgeOf(host),
  });
  return stale === undefined ? { outcome: 'read', signature, player } : buildRefusal(stale);
}

/** Remembered for as long as the signature is valid, plus one second for its last moment. */
async function consume(readings: readonly Reading[], host: Host): Promise<Refusal | undefined> {
  for (const { signature, player } of readings) {
    const until = new Date((player.issued_at + maxAgeOf(host) + 1) * 1000);
    if (!(await host.consumeOnce(signature, until))) return buildRefusal('The signature was used before.');
  }
  return undefined;
}

const id = Type.Optional(Type.String({ pattern: '^\\d{1,40}$' }));

const Player = Type.Object({
  asid: id,
  player_id: id,
  /** Seconds since 1970. */
  issued_at: Type.Number({ minimum: 0 }),
});

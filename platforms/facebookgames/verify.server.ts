// Verifies signed requests from Facebook's canvas and its script: who plays, or that the player hasn't authorised the
// app.
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { buildRefusal, type Refusal } from '#kit/build-refusal.ts';
import { verifySignedRequestWithAnySecret } from '#kit/signed-request.server.ts';
import { findStaleReason } from '#kit/find-stale-reason.ts';
import { createPlayerProof } from '../kit/create-player-proof.server.ts';
import type { VerifyLogin } from '../port.server.ts';
import type { facebookgames } from './platform.ts';

type Host = Pick<Parameters<VerifyLogin<typeof facebookgames>>[1], 'settings' | 'now'>;

export interface SignedCanvasLaunch {
  readonly outcome: 'read';
  /** App-scoped. Undefined: the player hasn't authorised the app. */
  readonly userId: string | undefined;
  /** When it is no longer accepted. */
  readonly until: Date;
}

export function verifySignedLaunch(text: string, { settings, now }: Host): SignedCanvasLaunch | Refusal {
  const reading = verifySignedRequestWithAnySecret(text, settings.AppSecrets);
  if (reading.outcome === 'refused') return reading;
  const { payload } = reading;
  if (!Value.Check(Payload, payload)) return buildRefusal('The signed request is not a launch.');
  // Payments are signed in the same format with the same key.
  if ('payment_id' in payload) return buildRefusal('The signed request is for a payment, not for a player.');
  const { issued_at: signedAtS, expires = 0, user_id: userId } = payload;
  const maxAgeSeconds = settings.MaxAgeSeconds ?? 600;
  const stale = findStaleReason({ subject: 'The signed request', signedAtS, now: now(), maxAgeS: maxAgeSeconds });
  if (stale !== undefined) return buildRefusal(stale);
  if (expires > 0 && expires * 1000 <= now().getTime()) return buildRefusal("The player's permission has expired.");
  return { outcome: 'read', userId, until: new Date((signedAtS + maxAgeSeconds) * 1000) };
}

/** Works once, so one found later in a log or on a screen is useless. */
export const verify: VerifyLogin<typeof facebookgames> = async ({ SignedRequest }, host) => {
  const start = verifySignedLaunch(SignedRequest, host);
  if (start.outcome === 'refused') return start;
  if (start.userId === undefined)
    return buildRefusal('The signed request names no player, because the player has not authorised the app.');
  if (!(await host.consumeOnce(SignedRequest, start.until))) return buildRefusal('The signed request was used before.');
  return createPlayerProof('Facebook', start.userId);
};

const Payload = Type.Object({
  user_id: Type.Optional(Type.String({ pattern: '^\\d{1,40}$' })),
  /** Seconds since 1970. */
  issued_at: Type.Number({ minimum: 0 }),
  /** When the accompanying token expires; 0: never. */
  expires: Type.Optional(Type.Number({ minimum: 0 })),
});

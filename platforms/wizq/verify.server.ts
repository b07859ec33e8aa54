// Verifies logins. The page calls our server with the command getUserId and WizQ's launch data, and gets a token that
// signs in once. A player id is never accepted from a browser.
import { randomUUID } from 'node:crypto';
import { Type } from 'typebox';
import { buildRefusal, type Refusal } from '#kit/build-refusal.ts';
import { findStaleReason } from '#kit/find-stale-reason.ts';
import { text } from '#model/schema.ts';
import { createPlayerProof } from '../kit/create-player-proof.server.ts';
import type { PlatformHost, VerifyLogin } from '../port.server.ts';
import type { wizq } from './platform.ts';
import { missingTestKeyReason, verifySignedContent, signContent, type WizqSettings } from './signed-content.server.ts';

type Host = PlatformHost<WizqSettings>;

const userId = text(64, { pattern: '^[\\w-]{1,64}$' });
const seconds = Type.Integer({ minimum: 0 });
const Start = Type.Object({ kind: Type.Literal('start'), user: userId, at: seconds });
const LoginToken = Type.Object({
  kind: Type.Literal('token'),
  user: userId,
  game: text(100),
  at: seconds,
  id: text(36),
});

/** Reads the player of a launch. This is what changes once WizQ's signature is known. */
export function readLaunchUserId(start: string, { settings, now }: Host): { outcome: 'read'; user: string } | Refusal {
  const reading = verifySignedContent(start, Start, settings);
  if (reading.outcome === 'refused') return reading;
  const { user, at } = reading.content;
  const stale = findStaleReason({ subject: 'The start', signedAtS: at, now: now(), maxAgeS: 86_400, toleranceS: 300 });
  return stale === undefined ? { outcome: 'read', user } : buildRefusal(stale);
}

/** For one player of one game, valid for five minutes. */
export function createLoginToken(user: string, { settings: { TestKey: key }, game, now }: Host): string {
  if (key === undefined) throw new Error(missingTestKeyReason);
  return signContent({ kind: 'token', user, game, at: Math.floor(now().getTime() / 1000), id: randomUUID() }, key);
}

export const verify: VerifyLogin<typeof wizq> = async ({ Token }, host) => {
  const { settings, game, now } = host;
  const reading = verifySignedContent(Token, LoginToken, settings);
  if (reading.outcome === 'refused') return reading;
  const { user, at, id, ...signed } = reading.content;
  if (signed.game !== game) return buildRefusal('The token is for another game.');
  const stale = findStaleReason({ subject: 'The token', signedAtS: at, now: now(), maxAgeS: tokenS });
  if (stale !== undefined) return buildRefusal(stale);
  // Twice the lifetime, because the clock may be ahead.
  const until = new Date((at + 2 * tokenS) * 1000);
  return (await host.consumeOnce(id, until))
    ? createPlayerProof('WizQ', user)
    : buildRefusal('The token was used before.');
};

const tokenS = 300;

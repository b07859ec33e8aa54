// Verifies the launch URL of Odnoklassniki. Its signatures contain no time, so a launch is valid as long as its
// session, which Odnoklassniki confirms. Reloads use the same URL, so it can't be limited to one use.
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { buildRefusal } from '#kit/build-refusal.ts';
import { parseParams, type StringParams } from '#kit/sorted-signature.server.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import { createPlayerProof } from '../kit/create-player-proof.server.ts';
import type { VerifyLogin } from '../port.server.ts';
import { callWithSession, signOkParams, type OdnoklassnikiSettings } from './client.server.ts';
import type { odnoklassniki } from './platform.ts';

export const verify: VerifyLogin<typeof odnoklassniki> = async ({ QueryString }, host) => {
  const texts = parseParams(QueryString.replace(/^\?/, ''));
  if (!texts) return buildRefusal('The launch repeats a parameter or is not text.');
  const { application_key: key, logged_user_id: userId = '' } = texts;
  const { session_key: sessionKey = '', session_secret_key: sessionSecret = '' } = texts;
  if (!isSigned(texts, host.settings)) return buildRefusal('The launch is not signed by Odnoklassniki.');
  if (key !== host.settings.ApplicationKey)
    return buildRefusal('The launch is for another app. Compare its public key with the setting ApplicationKey.');
  if (!/^[1-9]\d{0,19}$/.test(userId)) return buildRefusal('The launch names no player.');
  const session = { key: sessionKey, secret: sessionSecret };
  const asked = await callWithSession('users.getCurrentUser', { session, fields: 'uid,name' }, CurrentUser, host);
  if (asked.outcome === 'refused') return asked;
  const { uid, name } = asked.answer;
  if (String(uid) !== userId) return buildRefusal("The launch's session belongs to another player.");
  return createPlayerProof('Odnoklassniki', userId, { name });
};

/** The oldest signature: covers only the player and the session. */
export const signLaunchInOldestFormat = (userId: string, sessionKey: string, secretKey: string): string =>
  createHash('md5')
    .update(userId + sessionKey + secretKey)
    .digest('hex');

/** Uses the signature over everything if there is one. If it is wrong, the weaker one doesn't replace it. */
function isSigned(texts: StringParams, { ApplicationSecretKey: secretKey }: OdnoklassnikiSettings): boolean {
  const { sig, auth_sig: oldest = '', logged_user_id: userId = '', session_key: sessionKey = '' } = texts;
  return sig === undefined
    ? isSameSignature(oldest, signLaunchInOldestFormat(userId, sessionKey, secretKey))
    : isSameSignature(sig, signOkParams(texts, secretKey));
}

const CurrentUser = Type.Object({
  uid: Type.Union([Type.Integer(), Type.String({ maxLength: 20 })]),
  name: Type.Optional(Type.String()),
});

// Verifies that Telegram signed a launch for this bot recently. The signature covers the text as sent, including
// unknown fields, so the user object is never re-serialised before the check.
import { createHmac } from 'node:crypto';
import { Value } from 'typebox/value';
import { parseJson } from '#kit/parse-json.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import { parseParams, joinSortedParams, type StringParams } from '#kit/sorted-signature.server.ts';
import { findStaleReason } from '#kit/find-stale-reason.ts';
import { isSameSignature } from '#model/is-same-signature.server.ts';
import { createPlayerProof } from '../kit/create-player-proof.server.ts';
import type { VerifyLogin } from '../port.server.ts';
import { TelegramUserSchema } from './client.server.ts';
import type { telegram } from './platform.ts';

export const verify: VerifyLogin<typeof telegram> = async ({ InitData }, { settings, now }) => {
  const texts = parseParams(InitData);
  if (!texts) return buildRefusal('The init data repeats a field or is not text.');
  const { hash, ...signed } = texts;
  if (hash === undefined) return buildRefusal('The init data has no hash.');
  if (!isSameSignature(hash, signInitData(signed, settings.BotToken)))
    return buildRefusal(
      'The init data is not signed for this bot. Does BotToken belong to the bot that opens the game?',
    );
  const maxAgeS = settings.MaxAgeSeconds ?? 86_400;
  const stale = findStaleReason({ subject: 'The init data', signedAtS: signed['auth_date'], now: now(), maxAgeS });
  if (stale !== undefined) return buildRefusal(stale);
  if (signed['user'] === undefined)
    return { ...buildRefusal('The init data has no user.'), message: 'Telegram user is missing!' };
  const user = parseJson(signed['user']);
  if (!Value.Check(TelegramUserSchema, user)) return buildRefusal("The init data's user is not a Telegram user.");
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ').trim() || user.username;
  return createPlayerProof('Telegram', String(user.id), { name });
};

export function signInitData(texts: StringParams, botToken: string): string {
  const secret = createHmac('sha256', 'WebAppData').update(botToken).digest();
  return createHmac('sha256', secret).update(joinSortedParams(texts, '\n')).digest('hex');
}

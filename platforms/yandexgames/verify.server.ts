// What Yandex Games has signed: `<base64 of the code>.<base64 of JSON>`, a player or purchases. The code is over the decoded bytes, and
// nothing of them is read before it fits. What a player's part of it looks like is known from public code only.
import { createHmac } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { readJson } from '#kit/read-json.server.ts';
import { refuse, type Refusal } from '#kit/refuse.ts';
import { whyStale } from '#kit/why-stale.ts';
import { sameSignature } from '#model/same-signature.server.ts';
import type { PlatformHost, Verdict } from '../port.server.ts';
import type { yandexgames } from './platform.ts';

const Signed = Type.Object({
  algorithm: Type.Literal('HMAC-SHA256'),
  /** Seconds since 1970. */
  issuedAt: Type.Number({ minimum: 0 }),
  data: Type.Unknown(),
});

export type SignedReading = { readonly outcome: 'read'; readonly signed: Static<typeof Signed> } | Refusal;

export function readSigned(text: string, secretKey: string): SignedReading {
  const [code = '', payload = '', ...more] = text.split('.');
  if (more.length > 0 || !isBase64.test(code) || !isBase64.test(payload))
    return refuse('It is not of the form code.data.');
  const bytes = Buffer.from(payload, 'base64');
  if (!sameSignature(code, createHmac('sha256', secretKey).update(bytes).digest('base64')))
    return refuse('It is not signed with the key of this game. Is SecretKey the one of its console?');
  const signed = readJson(bytes);
  return Value.Check(Signed, signed)
    ? { outcome: 'read', signed }
    : refuse('It is signed, but not in the form that is known.');
}

const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/;

type Host = Pick<PlatformHost<Static<typeof yandexgames.settings>>, 'settings' | 'now'>;

export async function verify(
  { GetPlayerSignature }: { readonly GetPlayerSignature: string },
  { settings, now }: Host,
): Promise<Verdict> {
  const reading = readSigned(GetPlayerSignature, settings.SecretKey);
  if (reading.outcome === 'refused') return reading;
  const { data, issuedAt } = reading.signed;
  const maxAgeS = settings.MaxAgeSeconds ?? 600;
  const stale = whyStale({ subject: 'The player', signedAtS: issuedAt, now: now(), maxAgeS });
  if (stale !== undefined) return refuse(stale);
  if (!Value.Check(Player, data)) return refuse('It is signed, but no player.');
  const externalId = data.uniqueID ?? data.id;
  if (externalId === undefined) return refuse('The player has no id.');
  const name = data.publicName?.trim();
  return {
    outcome: 'proved',
    proof: { identity: { type: 'YandexGames', externalId }, ...(name && { name }) },
    guest: isGuest(data),
  };
}

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
const isGuest = ({ mode, publicName = '', avatarIdHash = '' }: Static<typeof Player>): boolean =>
  mode === undefined ? publicName.trim() === '' && /^0*$/.test(avatarIdHash) : mode === 'lite';

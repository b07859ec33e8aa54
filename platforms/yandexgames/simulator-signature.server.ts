// What the simulated Yandex Games signs: players and purchases, with the key of a game, as the real one does.
import { createHash, createHmac } from 'node:crypto';
import type { SimulatedPlayer } from '../situation.ts';

export const secretKey = 'SimulatedYandexKey01';

export function signData(data: unknown, at: Date, key: string = secretKey): string {
  const signed = {
    algorithm: 'HMAC-SHA256',
    issuedAt: Math.floor(at.getTime() / 1000),
    requestPayload: '',
    data,
  };
  const bytes = Buffer.from(JSON.stringify(signed));
  return `${createHmac('sha256', key).update(bytes).digest('base64')}.${bytes.toString('base64')}`;
}

export type Person = Pick<SimulatedPlayer, 'id' | 'firstName' | 'lastName' | 'language' | 'isGuest'>;

/** Opaque, with the signs of base64, and another one in every game. */
export const uniqueIdOf = (id: string): string => createHash('sha256').update(`yandexgames ${id}`).digest('base64');

export const nameOf = ({ firstName, lastName, isGuest }: Person): string =>
  isGuest ? '' : `${firstName} ${lastName}`.trim();

export const playerData = (person: Person): object => ({
  uniqueID: uniqueIdOf(person.id),
  publicName: nameOf(person),
  avatarIdHash: avatarOf(person),
  lang: person.language,
  scopePermissions: { public_name: person.isGuest ? 'not_set' : 'allow', avatar: person.isGuest ? 'not_set' : 'allow' },
});

/** Nobody's picture is number 0. */
export const avatarOf = ({ id, isGuest }: Person): string =>
  isGuest ? '0' : createHash('sha256').update(`avatar ${id}`).digest('hex').slice(0, 16);

// Somebody as VK describes him, as a game gets him.
import type { PlatformPlayer } from '../port.browser.ts';
import { textOf, type Fields } from './fields-of.browser.ts';

export const apiVersion = '5.131';

export type Person = Pick<PlatformPlayer, 'firstName' | 'lastName' | 'displayName' | 'gender' | 'photo'>;

export function personOf(user: Fields): Person {
  const [firstName = '', lastName = ''] = ['first_name', 'last_name'].map((name) => textOf(user[name]).slice(0, 80));
  const url = textOf(user['photo_200']);
  return {
    firstName,
    lastName,
    displayName: `${firstName} ${lastName}`.trim().slice(0, 160),
    gender: user['sex'] === 1 ? 'female' : user['sex'] === 2 ? 'male' : 'unspecified',
    ...(/^https?:/.test(url) && { photo: { url, width: 200, height: 200 } }),
  };
}

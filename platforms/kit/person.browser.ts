import type { PlatformPlayer } from '../port.browser.ts';
import { textOf } from './fields.browser.ts';

export type Person = Pick<PlatformPlayer, 'firstName' | 'lastName' | 'displayName' | 'photo'>;

/** Somebody as the platform describes him, nothing of it checked: names no longer than games expect, and a picture of the web. */
export function personOf(first: unknown, last: unknown, photoUrl: unknown, photoPx: number): Person {
  const [firstName, lastName] = [textOf(first, 80), textOf(last, 80)];
  const url = textOf(photoUrl, 2048);
  return {
    firstName,
    lastName,
    displayName: `${firstName} ${lastName}`.trim().slice(0, 160),
    ...(/^https?:\/\/[^\s\\]+$/.test(url) && { photo: { url, width: photoPx, height: photoPx } }),
  };
}

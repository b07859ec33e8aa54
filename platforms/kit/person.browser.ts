import type { PlatformPlayer } from '../port.browser.ts';
import { textOf } from './fields.browser.ts';

export type Person = Pick<PlatformPlayer, 'firstName' | 'lastName' | 'displayName' | 'photo'>;

/** Somebody as the platform describes him, nothing of it checked: names no longer than games expect, and a picture of the web. */
export function describePerson(first: unknown, last: unknown, photoUrl: unknown, photoPx: number): Person {
  const [firstName, lastName] = [textOf(first, 80), textOf(last, 80)];
  const url = textOf(photoUrl, 2048);
  return {
    firstName,
    lastName,
    displayName: `${firstName} ${lastName}`.trim().slice(0, 160),
    ...(/^https?:\/\/[^\s\\]+$/.test(url) && { photo: { url, width: photoPx, height: photoPx } }),
  };
}

export interface DescribedPlayer extends Person {
  readonly userId: string;
  /** Who he is where the platform tells no name. */
  readonly otherName: string | undefined;
  readonly gender?: PlatformPlayer['gender'];
  readonly language: string;
}

/** Whoever plays, as games get to know him. */
export const describePlayer = ({ otherName, language, ...player }: DescribedPlayer): PlatformPlayer => ({
  gender: 'unspecified',
  ...player,
  displayName: player.displayName || textOf(otherName, 80),
  ...(language !== '' && { socialLocale: language.slice(0, 20) }),
});

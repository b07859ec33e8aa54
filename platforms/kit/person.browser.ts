import type { PlatformPlayer } from '../port.browser.ts';
import { readUntrustedText } from './fields.browser.ts';

export type PersonDescription = Pick<PlatformPlayer, 'firstName' | 'lastName' | 'displayName' | 'photo'>;

/** Cuts names to the length that games expect, and accepts a photo only with an http(s) URL. */
export function describePerson(first: unknown, last: unknown, photoUrl: unknown, photoPx: number): PersonDescription {
  const [firstName, lastName] = [readUntrustedText(first, 80), readUntrustedText(last, 80)];
  const url = readUntrustedText(photoUrl, 2048);
  return {
    firstName,
    lastName,
    displayName: `${firstName} ${lastName}`.trim().slice(0, 160),
    ...(/^https?:\/\/[^\s\\]+$/.test(url) && { photo: { url, width: photoPx, height: photoPx } }),
  };
}

export interface PlayerDescription extends PersonDescription {
  readonly userId: string;
  readonly fallbackName: string | undefined;
  readonly gender?: PlatformPlayer['gender'];
  readonly language: string;
}

export const describePlayer = ({ fallbackName, language, ...player }: PlayerDescription): PlatformPlayer => ({
  gender: 'unspecified',
  ...player,
  displayName: player.displayName || readUntrustedText(fallbackName, 80),
  ...(language !== '' && { socialLocale: language.slice(0, 20) }),
});

import { safePath } from '#model/safe-destination.ts';

/** What a redirect may say, by the key of its text. */
export interface FlashState {
  readonly flash: 'flash.logInFirst';
  /** Where one wanted to go. */
  readonly from: string;
}

/** The page of one's own that somebody was sent away from. */
export function wantedPage(state: unknown, origin?: string): string | undefined {
  const { flash, from } = (state ?? {}) as Partial<FlashState>;
  return flash === 'flash.logInFirst' && typeof from === 'string'
    ? safePath(from, origin ?? window.location.origin)
    : undefined;
}

import { safePath } from '#model/safe-destination.ts';

export interface FlashState {
  readonly flash: 'flash.logInFirst';
  readonly from: string;
}

/** The page from which the visitor was redirected, because it needs a signed-in player. */
export function readRequestedPage(state: unknown, origin?: string): string | undefined {
  const { flash, from } = (state ?? {}) as Partial<FlashState>;
  return flash === 'flash.logInFirst' && typeof from === 'string'
    ? safePath(from, origin ?? window.location.origin)
    : undefined;
}

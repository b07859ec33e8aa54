import { safePath } from '#model/safe-destination.ts';

/** The state of a redirect: the key of the notice's text. */
export interface FlashState {
  readonly flash: 'flash.logInFirst';
  /** The page that the visitor requested. */
  readonly from: string;
}

/** The page from which a visitor was redirected, because it needs a signed-in player. */
export function readRequestedPage(state: unknown, origin?: string): string | undefined {
  const { flash, from } = (state ?? {}) as Partial<FlashState>;
  return flash === 'flash.logInFirst' && typeof from === 'string'
    ? safePath(from, origin ?? window.location.origin)
    : undefined;
}

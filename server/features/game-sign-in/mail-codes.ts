// Codes by mail for games that ask for an address themselves. Whoever asked holds the same SessionId when he brings the code:
// it is the binding, so a code that somebody else was tricked into reading out is worth nothing without it.
import type { Locale } from '#model/locale.ts';
import type { Caller } from '#server/http/caller.ts';

export interface MailCodes {
  /**
   * Sends a code, for a passed captcha or the game's key in `caller`; throws CaptchaFailed without. It ends the same way
   * whether or not anybody has the address.
   */
  ask(input: {
    readonly email: string;
    readonly game: string;
    readonly sessionId: string;
    readonly caller: Caller;
    readonly locale: Locale;
    readonly captcha: string | undefined;
  }): Promise<void>;
  /** Takes a code, once. `email` is the address as identities are kept. `check`: a captcha has to come with it. */
  take(input: {
    readonly email: string;
    readonly sessionId: string;
    readonly code: string;
    readonly caller: Caller;
    readonly captcha: string | undefined;
  }): Promise<
    | { readonly outcome: 'passed'; readonly email: string }
    | { readonly outcome: 'wrong' | 'expired' | 'check' | 'link only' }
  >;
}

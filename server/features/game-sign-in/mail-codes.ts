// Emailed codes for games that ask for the address themselves. Using a code requires the SessionId that requested it,
// so a code that a player was tricked into revealing is useless without it.
import type { Locale } from '#model/locale.ts';
import type { Caller } from '#server/http/caller.ts';

export interface GameMailCodes {
  /**
   * Sends a code, given a passed captcha or the game's key in `caller`; otherwise throws CaptchaFailed. Behaves the
   * same whether or not the address has an account.
   */
  send(input: {
    readonly email: string;
    readonly game: string;
    readonly sessionId: string;
    readonly caller: Caller;
    readonly locale: Locale;
    readonly captcha: string | undefined;
  }): Promise<void>;
  /** Consumes a code. `email` is the normalised address. `check`: this code needs a captcha. */
  consume(input: {
    readonly email: string;
    readonly sessionId: string;
    readonly code: string;
    readonly caller: Caller;
    readonly captcha: string | undefined;
  }): Promise<
    | { readonly outcome: 'passed'; readonly email: string }
    | { readonly outcome: 'wrong' | 'expired' | 'captcha-required' | 'link-only' }
  >;
}

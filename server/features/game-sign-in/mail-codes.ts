// Emailed codes for games that ask for the address themselves. A code works only with the SessionId that requested it,
// so a revealed code is useless alone.
import type { Locale } from '#model/locale.ts';
import type { Caller } from '#server/http/caller.ts';

export interface GameMailCodes {
  /**
   * Needs a passed captcha, or the game's key in `caller`; otherwise throws CaptchaFailed. Behaves the same whether or
   * not the address has an account.
   */
  send(input: {
    readonly email: string;
    readonly game: string;
    readonly sessionId: string;
    readonly caller: Caller;
    readonly locale: Locale;
    readonly captcha: string | undefined;
  }): Promise<void>;
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

// The session on a page of a platform: begun with the platform's proof, ended when its player signs out there. Nothing of it is
// kept in the browser, with one exception: a guest whom the platform does not know has nothing but the token of his session, and
// platforms load the page anew when he signs in. It is kept for the tab, and brought along with the proof of who he is then.
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import { defaultAdapter } from '#portal/shell/place.ts';
import type { SafeStorage } from '#portal/storage.ts';

export interface PlatformSessionParts {
  readonly entry: PlatformEntry;
  readonly game: string;
  /** Of this tab alone. */
  readonly storage: SafeStorage;
  /** Brings the platform's block to the server. */
  readonly authenticate: (
    login: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly Token: string; readonly SocialIdentifierType?: string }>;
  readonly token: () => string | undefined;
  readonly begin: (token: string) => void;
  readonly end: () => void;
  /** Ends a session at the server that nobody here has any more. */
  readonly drop: (token: string) => void;
  /** Shows whose session it is, and asks whether to continue with it. */
  readonly confirm: (token: string) => Promise<boolean>;
}

export interface PlatformSession {
  /** The guest who played in this tab before the page was loaded anew. To be called before the first proof. */
  restoreGuest(): void;
  signIn(login: unknown): Promise<void>;
  /** With a proof that a link has brought: the session begins when the player agrees. False: the player does not. */
  signInByLink(login: unknown): Promise<boolean>;
  signOut(): void;
}

export function platformSession(parts: PlatformSessionParts): PlatformSession {
  const { entry, storage, token, begin, end, drop } = parts;
  const key = `fxid.guest ${entry.folder} ${parts.game}`;
  return {
    restoreGuest: () => {
      const kept = entry.guestType === undefined ? undefined : storage.get(key);
      if (kept !== undefined) begin(kept);
    },
    signIn: async (login) => {
      if (entry.loginKey === undefined) return;
      const before = token();
      const { Token, SocialIdentifierType } = await parts.authenticate({ [entry.loginKey]: login });
      // He is the guest that he was.
      if (Token === before) return;
      if (entry.guestType !== undefined && SocialIdentifierType === entry.guestType) storage.set(key, Token);
      else storage.remove(key);
      begin(Token);
      // On our own portal the session from before is the person's own, and stays.
      if (before !== undefined && entry.folder !== defaultAdapter) drop(before);
    },
    signInByLink: async (login) => {
      if (entry.loginKey === undefined) return false;
      const { Token } = await parts.authenticate({ [entry.loginKey]: login });
      let isWanted = false;
      try {
        isWanted = await parts.confirm(Token);
      } finally {
        if (!isWanted) drop(Token);
      }
      if (isWanted) begin(Token);
      return isWanted;
    },
    signOut: () => {
      // On our own portal nobody but the person himself signs out.
      if (entry.folder === defaultAdapter) return;
      const before = token();
      storage.remove(key);
      end();
      if (before !== undefined) drop(before);
    },
  };
}

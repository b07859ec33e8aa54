// The session on a platform's page, started with the platform's proof. It is not stored, except for a guest whom the
// platform does not know: platforms reload the page on sign-in, so the guest's token is stored for the tab and sent
// with the later proof.
import type { PlatformEntry } from '#portal/platform/platform-entry.ts';
import { defaultAdapter } from '#portal/shell/page-target.ts';
import type { SafeStorage } from '#portal/storage.ts';

export interface PlatformSessionDeps {
  readonly entry: PlatformEntry;
  readonly game: string;
  readonly storage: SafeStorage;
  readonly authenticate: (
    login: Readonly<Record<string, unknown>>,
  ) => Promise<{ readonly Token: string; readonly SocialIdentifierType?: string }>;
  readonly token: () => string | undefined;
  readonly begin: (token: string) => void;
  readonly end: () => void;
  readonly drop: (token: string) => void;
  /** Shows the account's name, and asks whether to continue with it. */
  readonly confirm: (token: string) => Promise<boolean>;
}

export interface PlatformSession {
  /** Restores the guest who played in this tab before a reload. Call it before the first proof. */
  restoreGuest(): void;
  signIn(login: unknown): Promise<void>;
  /** Resolves to false if the player declines. */
  signInByLink(login: unknown): Promise<boolean>;
  signOut(): void;
}

export function createPlatformSession(deps: PlatformSessionDeps): PlatformSession {
  const { entry, storage, token, begin, end, drop } = deps;
  const key = `fxid.guest ${entry.folder} ${deps.game}`;
  return {
    restoreGuest: () => {
      const kept = entry.guestType === undefined ? undefined : storage.get(key);
      if (kept !== undefined) begin(kept);
    },
    signIn: async (login) => {
      if (entry.loginKey === undefined) return;
      const before = token();
      const { Token, SocialIdentifierType } = await deps.authenticate({ [entry.loginKey]: login });
      // The player is still the same guest.
      if (Token === before) return;
      if (entry.guestType !== undefined && SocialIdentifierType === entry.guestType) storage.set(key, Token);
      else storage.remove(key);
      begin(Token);
      // On our own portal the previous session belongs to the player, and stays.
      if (before !== undefined && entry.folder !== defaultAdapter) drop(before);
    },
    signInByLink: async (login) => {
      if (entry.loginKey === undefined) return false;
      const { Token } = await deps.authenticate({ [entry.loginKey]: login });
      let isWanted = false;
      try {
        isWanted = await deps.confirm(Token);
      } finally {
        if (!isWanted) drop(Token);
      }
      if (isWanted) begin(Token);
      return isWanted;
    },
    signOut: () => {
      // On our own portal only the player signs out.
      if (entry.folder === defaultAdapter) return;
      const before = token();
      storage.remove(key);
      end();
      if (before !== undefined) drop(before);
    },
  };
}

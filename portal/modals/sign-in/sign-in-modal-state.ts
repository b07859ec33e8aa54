// Shared state of asynchronous sign-in steps: whether the modal is still open, and whether the modal itself started the
// current session.
import type { IdentityBrowserHost } from '#identities/port.browser.ts';
import { browserHost } from '#portal/sign-in/sign-in-methods.ts';

export interface SignInModalState {
  /** Called when the modal is mounted. The returned function marks it as closed and closes the provider's window. */
  begin(): () => void;
  isOpen(): boolean;
  /** Marks the session as started by this modal; false if it was claimed before. */
  claimSession(): boolean;
  /** The modal is about to start the session of this token. */
  noteToken(token: string): void;
  made(token: string | undefined): boolean;
  /** For a browser adapter. */
  host(): IdentityBrowserHost;
}

export function createSignInModalState(): SignInModalState {
  let isOpen = true;
  let isClaimed = false;
  let closePopup: (() => void) | undefined;
  const tokens = new Set<string | undefined>();
  return {
    begin: () => {
      isOpen = true;
      return () => {
        isOpen = false;
        closePopup?.();
      };
    },
    isOpen: () => isOpen,
    claimSession: () => {
      const isFirst = !isClaimed;
      isClaimed = true;
      return isFirst;
    },
    noteToken: (token) => void tokens.add(token),
    made: (token) => tokens.has(token),
    host: () => {
      const host = browserHost();
      const openPopup: IdentityBrowserHost['openPopup'] = () => {
        const popup = host.openPopup();
        if (popup) closePopup = () => popup.close();
        return popup;
      };
      return { ...host, openPopup };
    },
  };
}

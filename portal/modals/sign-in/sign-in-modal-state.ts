// Shared state of asynchronous sign-in steps: whether the modal is open, and whether it started the current session.
import type { IdentityBrowserHost } from '#identities/port.browser.ts';
import { createPageIdentityHost } from '#portal/sign-in/sign-in-methods.ts';

export interface SignInModalState {
  /** Call it on mount. The returned function marks the modal as closed and closes the provider's window. */
  begin(): () => void;
  isOpen(): boolean;
  /** False if the session was claimed before. */
  claimSession(): boolean;
  noteToken(token: string): void;
  made(token: string | undefined): boolean;
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
      const host = createPageIdentityHost();
      const openPopup: IdentityBrowserHost['openPopup'] = () => {
        const popup = host.openPopup();
        if (popup) closePopup = () => popup.close();
        return popup;
      };
      return { ...host, openPopup };
    },
  };
}

// What those who come back to the sign-in modal after a wait have to know: whether it is still there, and whose doing the
// session is that there is now.
import type { BrowserHost } from '#identities/port.browser.ts';
import { browserHost } from '#portal/sign-in/sign-in-methods.ts';

export interface SignInLife {
  /** The modal is rendered; the function that comes back ends that, and closes the window of a provider with it. */
  begin(): () => void;
  isOpen(): boolean;
  /** The session is of this modal's making; false when it was claimed before. */
  claimSession(): boolean;
  /** The modal itself is about to begin the session of this token. */
  noteToken(token: string): void;
  made(token: string | undefined): boolean;
  /** For a browser adapter. */
  host(): BrowserHost;
}

export function createSignInLife(): SignInLife {
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
      const openPopup: BrowserHost['openPopup'] = () => {
        const popup = host.openPopup();
        if (popup) closePopup = () => popup.close();
        return popup;
      };
      return { ...host, openPopup };
    },
  };
}

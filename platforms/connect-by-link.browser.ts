// A page for a shell that was opened in a plain browser: a code in its address signs in only after the player has agreed.
import { createLoginCodes } from './login-code.browser.ts';
import { connectOwnPortal } from './own-portal.browser.ts';
import type { BrowserHost } from './port.browser.ts';

type Host = Pick<BrowserHost, 'own' | 'isSignedIn' | 'launchUrl' | 'log' | 'replaceLaunch'>;

export async function connectByLink(host: Host) {
  const { login, takeLinkLogin } = createLoginCodes(host);
  // Onto what is there: some of its groups come and go with the session.
  return Object.assign(await connectOwnPortal(host, login), { takeLinkLogin });
}

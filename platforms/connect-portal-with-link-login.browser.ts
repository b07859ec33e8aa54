// Connects a page made for a shell that is opened in a normal browser: a login code in its address signs in only after
// the player agrees.
import { createLoginCodeReader } from './login-code.browser.ts';
import { connectOwnPortal } from './own-portal.browser.ts';
import type { BrowserHost } from './port.browser.ts';

type Host = Pick<BrowserHost, 'portal' | 'isSignedIn' | 'launchUrl' | 'log' | 'replaceLaunch'>;

export async function connectPortalWithLinkLogin(host: Host) {
  const { login, takeLinkLogin } = createLoginCodeReader(host);
  // Object.assign keeps the getters: some capabilities depend on the session.
  return Object.assign(await connectOwnPortal(host, login), { takeLinkLogin });
}

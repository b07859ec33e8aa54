// The portal in a phone app, which provides a login code of ours and names the store in which it sells. If no app
// responds, or in a normal browser, it is the normal portal.
import { connectPortalWithLinkLogin } from '../connect-portal-with-link-login.browser.ts';
import { connectOwnPortal } from '../own-portal.browser.ts';
import { defineBrowserAdapter } from '../port.browser.ts';
import { startPlatformClient } from '../kit/waiting.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import { createLoginCodeReader } from '../login-code.browser.ts';
import { createInsetTracker } from '../kit/page.browser.ts';
import { connectToAppShell } from '../shell.browser.ts';
import type { fxnative } from './platform.ts';
import { createPurchases } from './purchases.browser.ts';

// The app responds at once; a longer wait would only show an empty page.
const initMs = 8000;

export const adapter = defineBrowserAdapter<typeof fxnative>({
  async connect(host) {
    const shell = connectToAppShell(host, 'The application', host.data?.FrameOrigin);
    if (!shell) return connectPortalWithLinkLogin(host);
    const insets = createInsetTracker(host);
    let about: UntrustedFields = {};
    await startPlatformClient(
      'The application does not answer',
      () => shell,
      async ({ on, call }) => {
        on('Focus', ({ isFocused }) => host.events.focus(isFocused === true));
        on('Insets', (edges) => insets.set('application', edges));
        on('PlayerChanged', () => host.events.playerChanged());
        about = await call('Init', {}, initMs);
      },
    );
    if ('insets' in about) insets.set('application', readUntrustedFields(about['insets']));
    const language = readUntrustedText(about['language'], 20);
    const portal = await connectOwnPortal(host, createLoginCodeReader(host, shell).login);
    // Object.assign keeps the getters: some capabilities depend on the session.
    return Object.assign(portal, {
      ...(about['canSignIn'] === true && { signIn: { open: async () => void (await shell.callDialog('SignIn')) } }),
      purchases: createPurchases(host, shell, about),
      ...('insets' in about && { insets: insets.read }),
      ...(language !== '' && { language }),
      dispose: shell.close,
    });
  },
});

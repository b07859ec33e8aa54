// The portal in the desktop launcher's web view. The launcher provides a login code of ours. Without a launcher it is
// the normal portal.
import { connectPortalWithLinkLogin } from '../connect-portal-with-link-login.browser.ts';
import { connectOwnPortal } from '../own-portal.browser.ts';
import { defineBrowserAdapter } from '../port.browser.ts';
import { startPlatformClient } from '../kit/waiting.browser.ts';
import { readUntrustedText } from '../kit/fields.browser.ts';
import { createLoginCodeReader } from '../login-code.browser.ts';
import { connectToAppShell } from '../shell.browser.ts';
import type { fxlauncher } from './platform.ts';

// The launcher responds at once; a longer wait would only show an empty page.
const initMs = 8000;

export const adapter = defineBrowserAdapter<typeof fxlauncher>({
  async connect(host) {
    const shell = connectToAppShell(host, 'The launcher', host.data?.FrameOrigin);
    if (!shell) return connectPortalWithLinkLogin(host);
    let language = '';
    await startPlatformClient(
      'The launcher does not answer',
      () => shell,
      async ({ on, call }) => {
        on('Focus', ({ isFocused }) => host.events.focus(isFocused === true));
        on('PlayerChanged', () => host.events.playerChanged());
        language = readUntrustedText((await call('Init', {}, initMs))['language'], 20);
      },
    );
    const portal = await connectOwnPortal(host, createLoginCodeReader(host, shell).login);
    // Object.assign keeps the getters: some capabilities depend on the session.
    return Object.assign(portal, { ...(language !== '' && { language }), dispose: shell.close });
  },
});

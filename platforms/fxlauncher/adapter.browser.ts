// The portal in the web view of the desktop launcher. The launcher says who plays, by a code of ours; everything else is the portal's own.
// Without a launcher around it, it is the portal as everywhere.
import { connectByLink } from '../connect-by-link.browser.ts';
import { connectOwnPortal } from '../own-portal.browser.ts';
import { defineBrowserAdapter } from '../port.browser.ts';
import { startClient } from '../kit/attempt.browser.ts';
import { readText } from '../kit/fields.browser.ts';
import { createLoginCodes } from '../login-code.browser.ts';
import { openShell } from '../shell.browser.ts';
import type { fxlauncher } from './platform.ts';

// A launcher answers at once; a player who waits longer looks at nothing.
const initMs = 8000;

export const adapter = defineBrowserAdapter<typeof fxlauncher>({
  async connect(host) {
    const shell = openShell(host, 'The launcher', host.data?.FrameOrigin);
    if (!shell) return connectByLink(host);
    let language = '';
    await startClient(
      'The launcher does not answer',
      () => shell,
      async ({ on, call }) => {
        on('Focus', ({ isFocused }) => host.events.focus(isFocused === true));
        on('PlayerChanged', () => host.events.playerChanged());
        language = readText((await call('Init', {}, initMs))['language'], 20);
      },
    );
    const portal = await connectOwnPortal(host, createLoginCodes(host, shell).login);
    // Onto what is there: some of its groups come and go with the session.
    return Object.assign(portal, { ...(language !== '' && { language }), dispose: shell.close });
  },
});

// The portal in an application on a phone. The application says who plays, by a code of ours, and in which store it buys; everything else
// is the portal's own. An application that says nothing, or a plain browser, is the portal as everywhere.
import { connectOwnPortal } from '../own-portal.browser.ts';
import { browserHalf, type BrowserHost } from '../port.browser.ts';
import { attempt, startClient } from '../kit/attempt.browser.ts';
import type { Channel } from '../kit/channel.browser.ts';
import { fieldsOf, textOf, type Fields } from '../kit/fields.browser.ts';
import { createInsets } from '../kit/page.browser.ts';
import { openShell } from '../shell.browser.ts';
import type { fxnative } from './platform.ts';
import { createPurchases } from './purchases.browser.ts';

type Host = BrowserHost<typeof fxnative>;

// An application answers at once; a player who waits longer looks at nothing.
const initMs = 8000;

export const half = browserHalf<typeof fxnative>({
  async connect(host) {
    const takeCode = readCodeOnce(host);
    const shell = openShell(host, 'The application', host.data?.FrameOrigin);
    if (!shell) return connectOwnPortal(host, async () => takeCode());
    const insets = createInsets(host);
    let about: Fields = {};
    await startClient(
      'The application does not answer',
      () => shell,
      async ({ on, call }) => {
        on('Focus', ({ isFocused }) => host.news.focus(isFocused === true));
        on('Insets', (edges) => insets.set('application', edges));
        on('PlayerChanged', () => host.news.playerChanged());
        about = await call('Init', {}, initMs);
      },
    );
    if ('insets' in about) insets.set('application', fieldsOf(about['insets']));
    const language = textOf(about['language'], 20);
    const portal = await connectOwnPortal(host, async () => takeCode() ?? askCode(host, shell));
    // Onto what is there: some of its groups come and go with the session.
    return Object.assign(portal, {
      ...(about['canSignIn'] === true && { signIn: { open: async () => void (await shell.ask('SignIn')) } }),
      purchases: createPurchases(host, shell, about),
      ...('insets' in about && { insets: insets.read }),
      ...(language !== '' && { language }),
      dispose: shell.close,
    });
  },
});

/** One that stands in the address is good for one start: a reload would bring it again. */
function readCodeOnce(host: Host): () => { LoginCode: string } | undefined {
  const address = new URL(host.launchUrl);
  let code = new URLSearchParams(address.hash.slice(1)).get('LoginCode') ?? '';
  if (code !== '') {
    address.hash = '';
    host.replaceLaunch(address);
  }
  return () => {
    const LoginCode = code;
    code = '';
    return LoginCode === '' ? undefined : { LoginCode };
  };
}

/** Whoever has not signed in there plays all the same. */
async function askCode({ log }: Host, { call }: Channel): Promise<{ LoginCode: string } | undefined> {
  const LoginCode = await attempt(log, 'A code of the application', '', async () =>
    textOf((await call('GetLoginCode'))['code'], 200),
  );
  return LoginCode === '' ? undefined : { LoginCode };
}

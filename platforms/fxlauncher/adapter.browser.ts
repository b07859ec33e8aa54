// The portal in the web view of the desktop launcher. Everything that it offers is the portal's own; the launcher brings the code by
// which its player is signed in.
import { browserHalf, PlatformError, type BrowserHost } from '../port.browser.ts';
import { connectOwnPortal } from '../own-portal.browser.ts';
import type { fxlauncher } from './platform.ts';

export const half = browserHalf<typeof fxlauncher>({
  connect: (host) => connectOwnPortal(host, () => readLogin(host)),
});

/** What the launcher puts into the window of its web view. */
interface Launcher {
  /** A code for this very start; without one nobody is signed in there. */
  getLoginCode?(): Promise<string | undefined>;
}

/** A code works once, so the launcher is asked for one at every start; one in the address is good for the first. */
async function readLogin(host: BrowserHost<typeof fxlauncher>): Promise<{ LoginCode: string } | undefined> {
  const { FxLauncher: launcher } = host.window as Window & { readonly FxLauncher?: Launcher };
  const given = new URLSearchParams(host.launchUrl.hash.slice(1)).get('LoginCode') ?? undefined;
  const LoginCode = launcher?.getLoginCode ? await host.inTime('The launcher', askCode(launcher)) : given;
  return LoginCode === undefined || LoginCode === '' ? undefined : { LoginCode };
}

async function askCode(launcher: Launcher): Promise<string | undefined> {
  try {
    return await launcher.getLoginCode?.();
  } catch (cause) {
    throw new PlatformError('Unknown', 'The launcher does not say who plays', { cause });
  }
}

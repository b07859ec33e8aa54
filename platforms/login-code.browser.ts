import type { BrowserHost } from './port.browser.ts';
import { tryOrFallback } from './kit/waiting.browser.ts';
import type { ClientChannel } from './kit/channel.browser.ts';
import { readUntrustedText } from './kit/fields.browser.ts';

type Host = Pick<BrowserHost, 'launchUrl' | 'log' | 'replaceLaunch'>;

export interface LoginCode {
  readonly LoginCode: string;
}

interface LoginCodes {
  /** Returns a code that signs in without asking the player. */
  readonly login: () => Promise<LoginCode | undefined>;
  /** Returns the code in the address, once, for a page outside a shell. The player must agree first. */
  readonly takeLinkLogin: () => LoginCode | undefined;
}

/**
 * One-time login codes that we issued. The shell is asked for one at every start. The code in the address is removed
 * from it, because a reload would send it again. Anyone can write a link with a code for their own account, so a code
 * in the address signs in without asking only inside a shell, which chooses the address itself.
 * @param shell a shell that replied to `Init`
 */
export function createLoginCodeReader(host: Host, shell?: Pick<ClientChannel, 'call'>): LoginCodes {
  const address = new URL(host.launchUrl);
  let given = new URLSearchParams(address.hash.slice(1)).get('LoginCode') ?? '';
  if (given !== '') {
    address.hash = '';
    host.replaceLaunch(address);
  }
  const takeGiven = (): string => {
    const code = given;
    given = '';
    return code;
  };
  const toLogin = (code: string): LoginCode | undefined => (code === '' ? undefined : { LoginCode: code });
  if (!shell) return { login: async () => undefined, takeLinkLogin: () => toLogin(takeGiven()) };
  const askShell = async (): Promise<string> => readUntrustedText((await shell.call('GetLoginCode'))['code'], 200);
  return {
    login: async () => {
      const fromAddress = takeGiven();
      return toLogin((await tryOrFallback(host.log, 'A code of the shell', '', askShell)) || fromAddress);
    },
    takeLinkLogin: () => undefined,
  };
}

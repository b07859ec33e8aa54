import type { BrowserHost } from './port.browser.ts';
import { attempt } from './kit/attempt.browser.ts';
import type { Channel } from './kit/channel.browser.ts';
import { textOf } from './kit/fields.browser.ts';

type Host = Pick<BrowserHost, 'launchUrl' | 'log' | 'replaceLaunch'>;

export interface LoginCode {
  readonly LoginCode: string;
}

export interface LoginCodes {
  /** A code that signs in without a question. */
  readonly login: () => Promise<LoginCode | undefined>;
  /** The code of the address, once, for a page outside of a shell: the player is asked first. */
  readonly takeLinkLogin: () => LoginCode | undefined;
}

/**
 * Codes of ours that sign in once. A shell is asked at every start; the code in the address is taken out of it, since a reload would
 * bring it again. Anyone can write a link with a code of their own account, so the code in the address counts silently only inside a
 * shell, which chooses the address itself.
 * @param shell one that has answered `Init`
 */
export function createLoginCodes(host: Host, shell?: Pick<Channel, 'call'>): LoginCodes {
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
  const askShell = async (): Promise<string> => textOf((await shell.call('GetLoginCode'))['code'], 200);
  return {
    login: async () => {
      const fromAddress = takeGiven();
      return toLogin((await attempt(host.log, 'A code of the shell', '', askShell)) || fromAddress);
    },
    takeLinkLogin: () => undefined,
  };
}

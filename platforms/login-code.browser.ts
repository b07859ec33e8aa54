import type { BrowserHost } from './port.browser.ts';
import { attempt } from './kit/attempt.browser.ts';
import type { Channel } from './kit/channel.browser.ts';
import { textOf } from './kit/fields.browser.ts';

type Host = Pick<BrowserHost, 'launchUrl' | 'log' | 'replaceLaunch'>;

/**
 * A code of ours, which signs in once whoever holds the page says to play: the one in the address, which is taken out of it, since a
 * reload would bring it again; then the shell is asked at every start. Whoever has not signed in there plays all the same.
 */
export function createLoginCode(
  host: Host,
  shell?: Pick<Channel, 'call'>,
): () => Promise<{ LoginCode: string } | undefined> {
  const address = new URL(host.launchUrl);
  let given = new URLSearchParams(address.hash.slice(1)).get('LoginCode') ?? '';
  if (given !== '') {
    address.hash = '';
    host.replaceLaunch(address);
  }
  const ask = async (): Promise<string> => textOf((await shell?.call('GetLoginCode'))?.['code'], 200);
  return async () => {
    const LoginCode = given || (await attempt(host.log, 'A code of the shell', '', ask));
    given = '';
    return LoginCode === '' ? undefined : { LoginCode };
  };
}

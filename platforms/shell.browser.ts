// A program of our own around the page: the window of a game that a desktop client has started, or an application on a phone. It puts its
// methods into the window, which are called `FxShell…`, and answers by an event of the window; where it is simulated, it is the page
// around ours.
import { PlatformError, type BrowserHost } from './port.browser.ts';
import { openChannel, type Channel } from './kit/channel.browser.ts';
import { fieldsOf, textOf } from './kit/fields.browser.ts';
import { findNativeMethods, openNativeTransport, openPageWay, type PageWords } from './kit/wires.browser.ts';

/** Undefined: the page is in a plain browser. */
export function openShell(
  host: Pick<BrowserHost, 'inTime' | 'log' | 'window'>,
  title: string,
  frameOrigin: string | undefined,
): Channel | undefined {
  const { window } = host;
  const native = findNativeMethods(window, { android: 'FxShell', apple: `${prefix}Init` });
  let isThere = true;
  const channel = openChannel(host, {
    title,
    open(receive) {
      const way = native
        ? openNativeTransport(window, native, `${prefix}Event`, receive)
        : openPageWay(window, [frameOrigin], words, receive);
      isThere = way !== undefined;
      return way ?? { send: () => undefined, close: () => undefined };
    },
    idField: 'requestId',
    readError: ({ error }) => (error === undefined ? undefined : readFault(fieldsOf(error))),
    writeName: (name) => prefix + name,
  });
  return isThere ? channel : undefined;
}

const prefix = 'FxShell';

const words: PageWords = {
  write: (type, data) => ({ type, data }),
  read: ({ type, data }) => ({ event: type, data }),
};

/** That the player did not want to is the only fault that a game can tell apart. */
const readFault = ({ code, message }: ReturnType<typeof fieldsOf>): PlatformError =>
  new PlatformError(code === 'cancelled' ? 'UserCancelled' : 'Unknown', textOf(message, 200) || 'The shell failed');

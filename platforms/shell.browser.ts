// Connects to a shell: our own program around the page, such as the desktop client or a phone app. It exposes
// `FxShell…` methods in the window and replies with a window event. A simulated shell is the page that frames ours.
import { PlatformError, type BrowserHost } from './port.browser.ts';
import { openClientChannel, type ClientChannel } from './kit/channel.browser.ts';
import { readUntrustedFields, readUntrustedText } from './kit/fields.browser.ts';
import {
  findNativeMethods,
  openNativeTransport,
  openPageTransport,
  type PageMessageFormat,
} from './kit/transports.browser.ts';

/** Returns undefined if the page is in a normal browser. */
export function connectToAppShell(
  host: Pick<BrowserHost, 'withPlatformTimeout' | 'log' | 'window'>,
  title: string,
  frameOrigin: string | undefined,
): ClientChannel | undefined {
  const { window } = host;
  const native = findNativeMethods(window, { android: 'FxShell', apple: `${prefix}Init` });
  let isThere = true;
  const channel = openClientChannel(host, {
    title,
    open(receive) {
      const way = native
        ? openNativeTransport(window, native, `${prefix}Event`, receive)
        : openPageTransport(window, [frameOrigin], words, receive);
      isThere = way !== undefined;
      return way ?? { send: () => undefined, close: () => undefined };
    },
    idField: 'requestId',
    readError: ({ error }) => (error === undefined ? undefined : readFault(readUntrustedFields(error))),
    writeName: (name) => prefix + name,
  });
  return isThere ? channel : undefined;
}

const prefix = 'FxShell';

const words: PageMessageFormat = {
  write: (type, data) => ({ type, data }),
  read: ({ type, data }) => ({ event: type, data }),
};

/** Cancellation is the only error that a game can distinguish. */
const readFault = ({ code, message }: ReturnType<typeof readUntrustedFields>): PlatformError =>
  new PlatformError(
    code === 'cancelled' ? 'UserCancelled' : 'Unknown',
    readUntrustedText(message, 200) || 'The shell failed',
  );

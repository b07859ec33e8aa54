// WizQ's framing page, with invented messages: the real ones are unknown. A reply repeats its command's id.
import { PlatformError, type BrowserHost } from '../port.browser.ts';
import { openClientChannel, type ClientChannel } from '../kit/channel.browser.ts';
import { readUntrustedText } from '../kit/fields.browser.ts';
import { openPageTransport, type PageMessageFormat } from '../kit/transports.browser.ts';
import type { wizq } from './platform.ts';

export const openClient = (host: BrowserHost<typeof wizq>): ClientChannel =>
  openClientChannel(host, {
    title: 'WizQ',
    open(receive) {
      const way = openPageTransport(host.window, [host.data?.FrameOrigin], words, receive);
      if (!way) throw new PlatformError('Unknown', 'No page of WizQ frames the game');
      return way;
    },
    idField: 'id',
    readError: ({ error }) =>
      error === undefined
        ? undefined
        : new PlatformError('Unknown', readUntrustedText(error, 200) || 'WizQ answered with an error'),
  });

const words: PageMessageFormat = {
  write: (command, data) => ({ wizq: command, ...data }),
  read: ({ wizq: command, ...data }) => ({ event: command, data }),
};

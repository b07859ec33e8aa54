// Signs in with VK ID without VK's script: that one writes HTML from text, which our pages forbid, and no script of others may
// run where the session token is. The pages, their addresses and their messages are VK's own.
import type { BrowserAdapter } from '../port.browser.ts';
import type { Options } from './addresses.browser.ts';
import { authorize } from './authorize.browser.ts';
import { drawOneTap } from './one-tap.browser.ts';

export const adapter = {
  signIn: (_, options, host) => authorize(options, host),

  renderButton(container, options, host, done) {
    if (container) return drawOneTap(container, options, host, done);
    done({ outcome: 'failed', message: 'VK container not found.' });
    return () => undefined;
  },
} satisfies BrowserAdapter<Options>;

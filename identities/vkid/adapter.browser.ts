// Signs in with VK ID without VK's script. The script writes HTML from text, which our pages forbid, and no third-party
// script may run where the session token is.
import type { BrowserAdapter } from '../port.browser.ts';
import type { VkIdOptions } from './urls.browser.ts';
import { signInWithVk } from './authorize.browser.ts';
import { renderOneTap } from './one-tap.browser.ts';

export const adapter = {
  signIn: (_, options, host) => signInWithVk(options, host),

  renderButton(container, options, host, done) {
    if (container) return renderOneTap(container, options, host, done);
    done({ outcome: 'failed', message: 'VK container not found.' });
    return () => undefined;
  },
} satisfies BrowserAdapter<VkIdOptions>;

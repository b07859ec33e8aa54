// Dialogs of a platform's script: each waits for a person, and not for ever.
import { PlatformError, type AllGroups, type BrowserHost } from '../port.browser.ts';
import { attempt, personMs } from './attempt.browser.ts';

/** The platform's sign-in, where its script rejects when it is closed. */
export const createSignIn = (
  { inTime }: Pick<BrowserHost, 'inTime'>,
  title: string,
  open: () => Promise<unknown>,
): AllGroups['signIn'] => ({
  async open() {
    try {
      await inTime(`the sign-in of ${title}`, open(), personMs);
    } catch (cause) {
      if (cause instanceof PlatformError) throw cause;
      throw new PlatformError('UserCancelled', 'The sign-in was closed', { cause });
    }
  },
});

/**
 * A dialog that a platform shows at some times only: what came of it. A fault is logged, and is a no.
 * @param what such as "A shortcut of Vendor", for the log
 */
export const showWherePossible = (
  { log }: Pick<BrowserHost, 'log'>,
  what: string,
  canShow: () => Promise<boolean>,
  show: () => Promise<boolean>,
): Promise<boolean> => attempt(log, what, false, async () => (await canShow()) && show());

// Dialogs of a platform's script. Each waits for a person, with a timeout.
import {
  PlatformError,
  type AllCapabilities,
  type BrowserHost,
  type InviteResult,
  type ShareResult,
} from '../port.browser.ts';
import { tryOrFallback, personDecisionTimeoutMs } from './waiting.browser.ts';

/** The script rejects if the player closes its dialog. */
export const createSignInDialog = (
  { withPlatformTimeout }: Pick<BrowserHost, 'withPlatformTimeout'>,
  title: string,
  open: () => Promise<unknown>,
): AllCapabilities['signIn'] => ({
  async open() {
    try {
      await withPlatformTimeout(`the sign-in of ${title}`, open(), personDecisionTimeoutMs);
    } catch (cause) {
      if (cause instanceof PlatformError) throw cause;
      throw new PlatformError('UserCancelled', 'The sign-in was closed', { cause });
    }
  },
});

/**
 * Errors are logged and return false.
 * @param what such as "A shortcut of Vendor", for the log
 */
export const showDialogIfAvailable = (
  { log }: Pick<BrowserHost, 'log'>,
  what: string,
  canShow: () => Promise<boolean>,
  show: () => Promise<boolean>,
): Promise<boolean> => tryOrFallback(log, what, false, async () => (await canShow()) && show());

type Log = Pick<BrowserHost, 'log'>;

/** @param open resolves with how many friends were invited, or with undefined if the vendor doesn't report it */
export const runInviteDialog = (
  host: Log,
  title: string,
  open: () => Promise<number | undefined>,
): Promise<InviteResult> =>
  runDialog<InviteResult>(host, `${title} could not invite friends`, async () => {
    const invited = await open();
    return invited === 0 ? { outcome: 'cancelled' } : { outcome: 'invited', ...(invited && { invited }) };
  });

export const runShareDialog = (host: Log, title: string, open: () => Promise<unknown>): Promise<ShareResult> =>
  runDialog<ShareResult>(host, `${title} could not share the link`, async () => {
    await open();
    return { outcome: 'shared' };
  });

/** Games get our own message about a failure. The vendor's message, which may be in any language, is logged. */
async function runDialog<Result>(
  { log }: Log,
  failure: string,
  open: () => Promise<Result>,
): Promise<Result | { readonly outcome: 'cancelled' | 'notAvailable' }> {
  try {
    return await open();
  } catch (cause) {
    const code = cause instanceof PlatformError ? cause.code : 'Unknown';
    if (code === 'UserCancelled') return { outcome: 'cancelled' };
    if (code === 'NotSupported') return { outcome: 'notAvailable' };
    log.warn(failure, cause);
    throw new PlatformError(code, failure, { cause });
  }
}

// Dialogs of a platform's script: each waits for a person, and not for ever.
import {
  PlatformError,
  type AllGroups,
  type BrowserHost,
  type InviteResult,
  type ShareResult,
} from '../port.browser.ts';
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

type Log = Pick<BrowserHost, 'log'>;

/**
 * Runs a vendor's dialog for invitations.
 * @param open resolves with how many friends were invited, or with undefined where the vendor doesn't report it
 */
export const showInvitation = (
  host: Log,
  title: string,
  open: () => Promise<number | undefined>,
): Promise<InviteResult> =>
  runDialog<InviteResult>(host, `${title} could not invite friends`, async () => {
    const invited = await open();
    return invited === 0 ? { outcome: 'cancelled' } : { outcome: 'invited', ...(invited && { invited }) };
  });

/** Runs a vendor's dialog for sharing a link. */
export const showShare = (host: Log, title: string, open: () => Promise<unknown>): Promise<ShareResult> =>
  runDialog<ShareResult>(host, `${title} could not share the link`, async () => {
    await open();
    return { outcome: 'shared' };
  });

/** Games get our own words about a failure. The vendor's words, which may be in any language, go to the log. */
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

// The connection, as the calls of the SDK use it.
import type { Sdk } from '#sdk/sdk.ts';
import { readInvitation } from '../kit/invitations.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { decodeEntryData } from './entry-data.browser.ts';
import { InstantError, toInstantError } from './instant-error.browser.ts';
import type { InstantErrorCode } from './vendor-types.ts';

export type Session = ReturnType<typeof createSession>;

export function createSession({ openSdk }: Pick<PageLink, 'openSdk'>) {
  let connected: Sdk | undefined;
  let entryData: unknown = null;
  let starting: Promise<void> | undefined;

  const start = async (): Promise<void> => {
    const sdk = await openSdk().catch((error: unknown) => {
      throw new InstantError('NETWORK_FAILURE', String(error));
    });
    if (sdk.environment !== 'disabled')
      entryData = await sdk.platform.urlHash().then(
        (hash) => decodeEntryData(readInvitation(hash)['data']),
        () => null,
      );
    connected = sdk;
  };
  const sdk = (): Sdk => {
    if (!connected) throw new InstantError('INVALID_OPERATION', 'initializeAsync has not resolved yet.');
    return connected;
  };

  return {
    connect: (): Promise<void> =>
      (starting ??= start().catch((error: unknown) => {
        // The next call tries again.
        starting = undefined;
        throw error;
      })),
    /** Throws before the connection. */
    sdk,
    /** Undefined before the connection. */
    connected: () => connected,
    entryData: () => entryData,
    /** Runs a call; what it throws becomes an error of the vendor's. */
    attempt: async <T>(
      run: (sdk: Sdk) => Promise<T> | T,
      codes?: Readonly<Record<string, InstantErrorCode>>,
    ): Promise<T> => {
      try {
        return await run(sdk());
      } catch (error) {
        throw toInstantError(error, codes);
      }
    },
  };
}

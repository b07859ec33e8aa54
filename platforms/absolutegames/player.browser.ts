// The current player on ag.ru. After a sign-in or sign-out, another player must be proved again, and for a guest the
// page reloads.
import { PlatformError, type AllCapabilities, type BrowserHost, type PlatformConnection } from '../port.browser.ts';
import { tryOrFallback, personDecisionTimeoutMs } from '../kit/waiting.browser.ts';
import { readUntrustedFields, type UntrustedFields } from '../kit/fields.browser.ts';
import { describePerson, describePlayer } from '../kit/person.browser.ts';
import {
  isGuest,
  readLaunchOptions,
  platformTitle,
  createLaunchUrl,
  type AgClient,
  type AgLaunchOptions,
} from './client.browser.ts';
import type { absolutegames } from './platform.ts';

type Host = BrowserHost<typeof absolutegames>;
type Adapter = PlatformConnection<{ QueryString: string; UserAuth?: string }>;

export interface AgPlayer extends Pick<Adapter, 'login' | 'player'> {
  readonly options: () => AgLaunchOptions;
  readonly signIn: AllCapabilities['signIn'];
}

export function trackPlayer(host: Host, client: AgClient): AgPlayer {
  const { launchUrl, events } = host;
  let options = readLaunchOptions(Object.fromEntries(launchUrl.searchParams));
  let isUpdated = false;
  let isSigningIn = false;
  let user: UntrustedFields = {};
  const refreshUser = async (): Promise<void> => {
    const asked = options;
    const found = asked.player_id === '' ? {} : await readUser(host, client, asked.player_id);
    if (options === asked) user = found;
  };
  let refreshing = refreshUser();

  client.on('optionsUpdates', ({ result }) => {
    const before = options;
    options = readLaunchOptions(readUntrustedFields(result));
    isUpdated = true;
    // A reload must not start with the former player.
    host.replaceLaunch(createLaunchUrl(launchUrl, options));
    // A guest who registers under the same number is another account.
    const isSame = options.player_id === before.player_id && isGuest(options) === isGuest(before);
    if (!isSame && isGuest(options)) return host.reload();
    if (!isSame) user = {};
    refreshing = refreshUser();
    if (isSame) void refreshing.then(() => events.playerRefreshed());
    // The code that opened the sign-in requests the proof itself.
    else if (!isSigningIn) events.playerChanged();
  });
  client.on('authorize', ({ result: isOpen }) => events.focus(isOpen !== true));

  return {
    options: () => options,
    async login() {
      await refreshing;
      const QueryString = launchUrl.search.slice(1);
      return { QueryString, ...(isUpdated && { UserAuth: writeQuery(options) }) };
    },
    player(account) {
      const person = describePerson(user['full_name'], '', user['avatar'], 200);
      return describePlayer({ ...person, userId: options.player_id, fallbackName: account?.name, language: '' });
    },
    signIn: {
      async open() {
        isSigningIn = true;
        try {
          const readEnd = (result: unknown) => (typeof result === 'boolean' ? { isKnown: result } : undefined);
          const { isKnown } = await client.ask('authorizeAndWait', null, personDecisionTimeoutMs, readEnd);
          if (!isKnown) throw new PlatformError('UserCancelled', 'The sign-in was closed');
          if (isGuest(options)) await client.hear('optionsUpdates', updateMs, () => !isGuest(options) || undefined);
        } finally {
          isSigningIn = false;
        }
      },
    },
  };
}

// After the sign-in closes, the page asks its server who plays and then notifies us.
const updateMs = 10_000;

const writeQuery = (options: AgLaunchOptions): string => new URLSearchParams(options).toString();

const readUser = ({ log }: Host, client: AgClient, id: string): Promise<UntrustedFields> =>
  tryOrFallback<UntrustedFields>(log, `The player of ${platformTitle}`, {}, async () => {
    const users = await client.ask('getUsers', id, 5000, (result) => (Array.isArray(result) ? result : undefined));
    return readUntrustedFields(users[0]);
  });

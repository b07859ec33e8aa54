// Friends (with the player's permission), invitations, posts, the game's group, and ratings.
import { PlatformError, type AllCapabilities, type BrowserHost, type CapabilitiesOf } from '../port.browser.ts';
import { tryOrFallback, personDecisionTimeoutMs, falseIfCancelled } from '../kit/waiting.browser.ts';
import { runInviteDialog, runShareDialog } from '../kit/dialogs.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import { describePerson } from '../kit/person.browser.ts';
import { readInBatches } from '../kit/read-in-batches.browser.ts';
import { OkError, platformTitle, type OkLaunch, type OkClient } from './client.browser.ts';
import type { odnoklassniki } from './platform.ts';
import type { OkRestClient } from './rest.browser.ts';

type Host = BrowserHost<typeof odnoklassniki>;

export const readProfile = ({ log }: Pick<Host, 'log'>, rest: OkRestClient): Promise<UntrustedFields> =>
  tryOrFallback<UntrustedFields>(log, `The profile at ${platformTitle}`, {}, async () =>
    readUntrustedFields(await rest('users.getCurrentUser', { fields: `uid,name,locale,${personFields}` })),
  );

const personFields = 'first_name,last_name,gender,pic224x224';

export function describeUser(user: UntrustedFields) {
  const [letter] = readUntrustedText(user['gender']);
  return {
    ...describePerson(user['first_name'], user['last_name'], user['pic224x224'], 224),
    gender: letter === 'm' ? 'male' : letter === 'f' ? 'female' : 'unspecified',
  } as const;
}

export function createSocial(
  host: Host,
  client: OkClient,
  rest: OkRestClient,
  { appId }: OkLaunch,
): CapabilitiesOf<typeof odnoklassniki> {
  const { GroupId: groupId } = host.data ?? {};
  const post = ({ link, title: text }: { link: string; title: string }): string =>
    JSON.stringify({
      media: [
        { type: 'text', text },
        { type: 'link', url: link },
      ],
    });
  return {
    friends: { list: () => listFriends(client, rest) },
    invites: createInvites(host, client),
    // Not as the player's status, and without a target page.
    share: {
      share: (wish) => runShareDialog(host, platformTitle, () => client.ask('postMediatopic', [post(wish), 'off', ''])),
    },
    community:
      groupId === undefined
        ? undefined
        : { join: () => falseIfCancelled(client.ask('joinGroup', [groupId, 'false']).then(() => true)) },
    reviews: createReviews(host, client, rest, appId),
  };
}

/** Friends who play the same game: at most a thousand, in batches of a hundred. */
async function listFriends({ ask }: OkClient, rest: OkRestClient) {
  const right = 'VALUABLE_ACCESS';
  if ((await rest('users.hasAppPermission', { ext_perm: right })) !== true)
    await ask('showPermissions', [JSON.stringify([right])]);
  const { uids } = readUntrustedFields(await rest('friends.getAppUsers'));
  const ids = Array.isArray(uids) ? uids.slice(0, 1000) : [];
  const users = await readInBatches(ids, 100, async (some): Promise<readonly unknown[]> => {
    const found = await rest('users.getInfo', { uids: some.join(','), fields: `uid,${personFields}` });
    return Array.isArray(found) ? found : [];
  });
  return users.map(readUntrustedFields).map((user) => ({ uid: String(user['uid']), ...describeUser(user) }));
}

/** The platform's own list, with the named friends preselected. */
const createInvites = (host: Host, { ask }: OkClient): AllCapabilities['invites'] => ({
  invite: ({ message, uids }) =>
    runInviteDialog(host, platformTitle, async () => {
      try {
        const invited = await ask('showInvite', [message, '', uids.slice(0, 20).join(';')]);
        return invited.split(',').filter(Boolean).length || undefined;
      } catch (cause) {
        if (!(cause instanceof OkError && cause.word === 'noUsers')) throw cause;
        // The specification gives this text for the player.
        const text = 'Нет доступных для приглашения друзей';
        void tryOrFallback(host.log, `The message about invitations of ${platformTitle}`, undefined, () =>
          host.showInfo(text),
        );
        throw new PlatformError('NotSupported', 'No friends to invite', { cause });
      }
    }),
});

/** Closing the dialog without a rating counts as asked. Other errors are logged and count as not asked. */
function createReviews(
  { log }: Host,
  { call }: OkClient,
  rest: OkRestClient,
  app_id: string,
): AllCapabilities['reviews'] {
  const readRating = async (): Promise<number> => {
    const { success, rating } = readUntrustedFields(await rest('apps.getAppUserRating', { app_id }));
    return success === true ? Number(rating) : 0;
  };
  const what = `A review at ${platformTitle}`;
  return {
    canAsk: () => tryOrFallback(log, what, false, async () => (await readRating()) === 0),
    ask: () =>
      tryOrFallback(log, what, false, async () => {
        const { result, data } = await call('showRatingDialog', [], personDecisionTimeoutMs);
        if (result === 'ok' || data === 'dismissed without rating') return true;
        throw new OkError('showRatingDialog', result, data);
      }),
    info: () =>
      tryOrFallback<{ available: boolean; rating?: number }>(log, what, { available: false }, async () => {
        const rating = await readRating();
        return { available: true, ...(rating > 0 && { rating }) };
      }),
  };
}

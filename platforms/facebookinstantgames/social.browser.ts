// Friends, invitations, posts, shortcuts, the community, links and statistics.
import type { CapabilitiesOf } from '../port.browser.ts';
import { falseIfCancelled, tryOrFallback } from '../kit/waiting.browser.ts';
import { runInviteDialog, runShareDialog, showDialogIfAvailable } from '../kit/dialogs.browser.ts';
import { describePerson } from '../kit/person.browser.ts';
import { platformTitle, toPlatformError, type InstantClient, type InstantGamesHost } from './client.browser.ts';
import { defaultShareImage } from './default-image.ts';
import type { facebookinstantgames } from './platform.ts';

export function createSocial(
  host: InstantGamesHost,
  { call, callDialog, supports, session }: InstantClient,
): CapabilitiesOf<typeof facebookinstantgames> {
  const show = async (dialog: Promise<unknown>): Promise<true> => {
    try {
      await dialog;
      return true;
    } catch (error) {
      throw toPlatformError(error);
    }
  };
  /** The game's group, else its page. */
  const joinCommunity = async (): Promise<boolean> =>
    (await showDialogIfAvailable(
      host,
      `The group at ${platformTitle}`,
      () => call('community.canJoinOfficialGroupAsync'),
      () => show(callDialog('community.joinOfficialGroupAsync')),
    )) ||
    showDialogIfAvailable(
      host,
      `The page at ${platformTitle}`,
      () => call('community.canFollowOfficialPageAsync'),
      () => show(callDialog('community.followOfficialPageAsync')),
    );
  return {
    // Only ids: Facebook shows names and pictures itself.
    friends: supports('player.getConnectedPlayersAsync')
      ? {
          list: async () =>
            (await call('player.getConnectedPlayersAsync')).map((uid) => ({
              uid,
              gender: 'unspecified',
              ...describePerson('', '', '', 0),
            })),
        }
      : undefined,
    // The player chooses the friends; those that the game names are ignored.
    invites: {
      invite: ({ message, image = defaultShareImage }) =>
        runInviteDialog(host, platformTitle, async () => {
          const text = message || host.title;
          await show(
            supports('inviteAsync')
              ? callDialog('inviteAsync', { image, text })
              : callDialog('shareAsync', { intent: 'INVITE', image, text }),
          );
          return undefined;
        }),
    },
    share: {
      // The platform doesn't share URLs: the link is passed to the game that starts from the post.
      share: ({ link, title: text, image = defaultShareImage }) =>
        runShareDialog(host, platformTitle, () =>
          show(callDialog('shareAsync', { intent: 'SHARE', image, text: text || host.title, data: { link } })),
        ),
    },
    favorites: supports('createShortcutAsync')
      ? {
          add: () =>
            showDialogIfAvailable(
              host,
              `A shortcut of ${platformTitle}`,
              () => call('canCreateShortcutAsync'),
              () => show(callDialog('createShortcutAsync')),
            ),
        }
      : undefined,
    community: session.hasCommunity ? { join: joinCommunity } : undefined,
    // Facebook asks the player, and opens only addresses that it has approved.
    links: session.opensLinks
      ? { open: (address) => falseIfCancelled(show(callDialog('openExternalLinkAsync', address))) }
      : undefined,
    stats: {
      facebook: (name, parameters) =>
        void tryOrFallback(host.log, `An event at ${platformTitle}`, null, () =>
          call('logEvent', name.slice(0, 40), undefined, writeParameters(parameters)),
        ),
    },
  };
}

const writeParameters = (parameters: Readonly<Record<string, string | number | boolean | null>>) =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );

// Friends, invitations, posts, shortcuts, the community and statistics.
import type { CapabilitiesOf } from '../port.browser.ts';
import { personDecisionTimeoutMs } from '../kit/waiting.browser.ts';
import { runInviteDialog, runShareDialog, showDialogIfAvailable } from '../kit/dialogs.browser.ts';
import { describePerson } from '../kit/person.browser.ts';
import {
  platformTitle,
  toPlatformError,
  type InstantClient,
  type InstantGamesHost,
  type InstantSdk,
  type InstantPerson,
} from './client.browser.ts';
import { defaultShareImage } from './default-image.ts';
import type { facebookinstantgames } from './platform.ts';

export const describeUser = (person: InstantPerson) =>
  describePerson(person.getName?.() ?? '', '', person.getPhoto?.() ?? '', 200);

export function createSocial(
  host: InstantGamesHost,
  { sdk, supports }: InstantClient,
): CapabilitiesOf<typeof facebookinstantgames> {
  const { community } = sdk;
  const show = async (what: string, dialog: Promise<void>): Promise<void> => {
    try {
      await host.withPlatformTimeout(`${what} at ${platformTitle}`, dialog, personDecisionTimeoutMs);
    } catch (error) {
      throw toPlatformError(error);
    }
  };
  const canDo = (what: string, question: Promise<boolean>) =>
    host.withPlatformTimeout(`${what} at ${platformTitle}`, question);
  const done = async (what: string, dialog: Promise<void>): Promise<true> => {
    await show(what, dialog);
    return true;
  };
  return {
    friends: supports('player.getConnectedPlayersAsync')
      ? {
          list: async () => {
            const friends = await host.withPlatformTimeout(
              `the friends at ${platformTitle}`,
              sdk.player.getConnectedPlayersAsync(),
            );
            return friends.map((friend) => ({
              uid: friend.getID() ?? '',
              gender: 'unspecified',
              ...describeUser(friend),
            }));
          },
        }
      : undefined,
    // The player chooses the friends; those that the game names are ignored.
    invites: {
      invite: ({ message, image = defaultShareImage }) =>
        runInviteDialog(host, platformTitle, async () => {
          const text = message || host.title;
          await show(
            'an invitation',
            sdk.inviteAsync && supports('inviteAsync')
              ? sdk.inviteAsync({ image, text })
              : sdk.shareAsync({ intent: 'INVITE', image, text }),
          );
          return undefined;
        }),
    },
    share: {
      // The platform doesn't share URLs: the link is passed to the game that starts from the post.
      share: ({ link, title: text, image = defaultShareImage }) =>
        runShareDialog(host, platformTitle, () =>
          show('a post', sdk.shareAsync({ intent: 'SHARE', image, text: text || host.title, data: { link } })),
        ),
    },
    favorites: supports('createShortcutAsync')
      ? {
          add: () =>
            showDialogIfAvailable(
              host,
              `A shortcut of ${platformTitle}`,
              () => canDo('a shortcut', sdk.canCreateShortcutAsync()),
              () => done('a shortcut', sdk.createShortcutAsync()),
            ),
        }
      : undefined,
    community: community && { join: () => joinCommunity(host, community, { canDo, done }) },
    stats: {
      facebook: (name, parameters) => void sdk.logEvent(name.slice(0, 40), undefined, writeParameters(parameters)),
    },
  };
}

interface Dialogs {
  readonly canDo: (what: string, question: Promise<boolean>) => Promise<boolean>;
  readonly done: (what: string, dialog: Promise<void>) => Promise<true>;
}

/** The game's group, else its page. */
async function joinCommunity(
  host: InstantGamesHost,
  community: NonNullable<InstantSdk['community']>,
  { canDo, done }: Dialogs,
): Promise<boolean> {
  const join = await showDialogIfAvailable(
    host,
    `The group at ${platformTitle}`,
    () => canDo('the group', community.canJoinOfficialGroupAsync()),
    () => done('the group', community.joinOfficialGroupAsync()),
  );
  if (join) return true;
  return showDialogIfAvailable(
    host,
    `The page at ${platformTitle}`,
    () => canDo('the page', community.canFollowOfficialPageAsync()),
    () => done('the page', community.followOfficialPageAsync()),
  );
}

const writeParameters = (parameters: Readonly<Record<string, string | number | boolean | null>>) =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );

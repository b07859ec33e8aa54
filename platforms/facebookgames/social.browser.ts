// Friends (with the player's permission), requests to friends, posts, and the app's event log.
import { PlatformError, type CapabilitiesOf, type PlatformPlayer } from '../port.browser.ts';
import { runInviteDialog, runShareDialog } from '../kit/dialogs.browser.ts';
import { readUntrustedFields, readUntrustedText, type UntrustedFields } from '../kit/fields.browser.ts';
import { describePerson } from '../kit/person.browser.ts';
import { platformTitle, type CanvasClient, type FacebookGamesHost } from './client.browser.ts';
import type { facebookgames } from './platform.ts';

const photoPx = 200;

export const graphUserFields = `id,name,first_name,last_name,picture.width(${photoPx}).height(${photoPx})`;

/** Describes a Graph API user. The gender is present only if the player allows it. */
export function describeUser(user: UntrustedFields) {
  const photo = readUntrustedFields(readUntrustedFields(user['picture'])['data']);
  const { firstName, lastName, displayName, ...rest } = describePerson(
    user['first_name'],
    user['last_name'],
    // A silhouette is Facebook's default picture.
    photo['is_silhouette'] === true ? '' : photo['url'],
    photoPx,
  );
  const gender: PlatformPlayer['gender'] =
    user['gender'] === 'male' || user['gender'] === 'female' ? user['gender'] : 'unspecified';
  return { firstName, lastName, displayName: readUntrustedText(user['name'], 160) || displayName, gender, ...rest };
}

export function createSocial(
  host: Pick<FacebookGamesHost, 'log'>,
  canvas: CanvasClient,
): CapabilitiesOf<typeof facebookgames> {
  const { AppEvents } = canvas.sdk;
  return {
    friends: { list: () => listFriends(canvas) },
    invites: {
      invite: ({ message, uids }) =>
        runInviteDialog(host, platformTitle, async () => {
          const to = uids.length > 0 ? { to: uids.slice(0, maxRecipients).join(',') } : {};
          const answer = await canvas.show({ method: 'apprequests', message, ...to });
          // Some clients send the recipients as a comma-separated text.
          const invited = Array.isArray(answer['to'])
            ? answer['to']
            : readUntrustedText(answer['to']).split(',').filter(Boolean);
          return invited.length;
        }),
    },
    share: {
      share: ({ link }) => runShareDialog(host, platformTitle, () => canvas.show({ method: 'share', href: link })),
    },
    stats: AppEvents && {
      facebook: (name, parameters) => AppEvents.logEvent(name.slice(0, maxName), null, writeParameters(parameters)),
    },
  };
}

const maxRecipients = 50;
const maxName = 40;
const maxParameters = 25;

/** Facebook accepts only texts and numbers. */
function writeParameters(parameters: Readonly<Record<string, string | number | boolean | null>>) {
  const known = Object.entries(parameters).flatMap(([name, value]): [string, string | number][] =>
    value === null ? [] : [[name, typeof value === 'boolean' ? String(value) : value]],
  );
  return Object.fromEntries(known.slice(0, maxParameters));
}

const maxPages = 10;

async function listFriends(canvas: CanvasClient) {
  await requireRight(canvas, 'user_friends');
  const users: unknown[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const { data, paging } = await canvas.api('/me/friends', {
      fields: graphUserFields,
      limit: 100,
      ...(after && { after }),
    });
    if (Array.isArray(data)) users.push(...(data as unknown[]));
    const { next, cursors } = readUntrustedFields(paging);
    after = readUntrustedText(readUntrustedFields(cursors)['after']);
    if (next === undefined || after === '') break;
  }
  return users.map(readUntrustedFields).map((user) => ({ uid: readUntrustedText(user['id']), ...describeUser(user) }));
}

/** Without the permission the list would be empty without an error. */
async function requireRight({ api, askLogin }: CanvasClient, right: string): Promise<void> {
  const isGranted = async (): Promise<boolean> => {
    const { data } = await api('/me/permissions', { permission: right });
    return (
      Array.isArray(data) &&
      data.map(readUntrustedFields).some(({ permission, status }) => permission === right && status === 'granted')
    );
  };
  if (await isGranted()) return;
  await askLogin(right);
  if (!(await isGranted())) throw new PlatformError('UserCancelled', `The player does not allow ${right}`);
}

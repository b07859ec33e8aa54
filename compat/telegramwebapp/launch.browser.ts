// Who plays, which games read at once, before there is a connection. The page remembers it for the tab: if a game has
// read it too early, and it has changed since, the page loads once more and then has it from the start.
import type { PlayerInfo } from '#bridge/shapes.ts';
import type { Sdk } from '#sdk/sdk.ts';
import { readInvitation } from '../kit/invitations.browser.ts';
import { toNumericId } from '../kit/numeric-id.browser.ts';
import type { PageLink } from '../kit/page-link.browser.ts';
import { fetchGameToken, readPlayer, readPlayerOrGuest, readSystem } from '../kit/player.browser.ts';
import { readOptions } from '../kit/read-options.browser.ts';
import type { WebAppInitData, WebAppUser } from './vendor-types.ts';

export interface PageMemory {
  readonly store: Pick<Storage, 'getItem' | 'setItem'>;
  readonly reload: () => void;
}

interface Launch {
  readonly user: WebAppUser;
  readonly auth_date: number;
  readonly start_param?: string;
  /** The game token, for the game's server. */
  readonly token?: string;
}

const key = 'fxid.telegram';

export function createLaunch({ openSdk }: Pick<PageLink, 'openSdk'>, memory: PageMemory | undefined) {
  let known = recall(memory);
  let wasRead = false;
  const read = (): Launch | undefined => {
    wasRead = true;
    return known;
  };
  return {
    /** Without a hash of Telegram: a server that verifies it rejects it. */
    initData: (): string => {
      const launch = read();
      if (!launch) return '';
      const { user, auth_date, start_param, token } = launch;
      return new URLSearchParams({
        user: JSON.stringify(user),
        auth_date: String(auth_date),
        ...(start_param !== undefined && { start_param }),
        ...(token !== undefined && { fxid_token: token }),
      }).toString();
    },
    initDataUnsafe: (): WebAppInitData => {
      const launch = read();
      // Outside of Telegram it is an empty object there.
      if (!launch) return {} as WebAppInitData;
      const { token: _, ...rest } = launch;
      return { ...rest, hash: '' };
    },
    open: async (): Promise<Sdk> => {
      const sdk = await openSdk();
      const { info } = sdk.player;
      if (sdk.environment === 'disabled' || !info) return sdk;
      const before = known;
      known = await describeLaunch(sdk, info);
      const isSame = before?.user.id === known.user.id && before.start_param === known.start_param;
      const isKept = remember(memory, known);
      if (!isSame && wasRead && isKept) memory?.reload();
      return sdk;
    },
  };
}

async function describeLaunch(sdk: Sdk, info: PlayerInfo): Promise<Launch> {
  const [params, token] = await Promise.all([
    sdk.platform.urlHash().then(readInvitation, () => readInvitation('')),
    readPlayer(info) ? fetchGameToken(sdk).catch(() => undefined) : undefined,
  ]);
  const start = params['startapp'] ?? params['tgWebAppStartParam'];
  return {
    user: describeUser(info),
    auth_date: Math.floor(Date.now() / 1000),
    ...(start !== undefined && { start_param: start }),
    ...(token !== undefined && { token }),
  };
}

function describeUser(info: PlayerInfo): WebAppUser {
  const { social, userId, firstName, lastName, photo } = info.social;
  return {
    id: toNumericId(social === 'Telegram' ? userId : info.fxId.gameUid),
    first_name: firstName || readPlayerOrGuest(info).name,
    ...(firstName && lastName && { last_name: lastName }),
    language_code: readSystem(info).locale.slice(0, 2).toLowerCase(),
    ...(photo && { photo_url: photo.url }),
  };
}

function recall(memory: PageMemory | undefined): Launch | undefined {
  try {
    const launch = readOptions(JSON.parse(memory?.store.getItem(key) ?? 'null') as Launch | null);
    return typeof launch.user?.id === 'number' ? (launch as Launch) : undefined;
  } catch {
    // The game wrote something else there.
    return undefined;
  }
}

function remember(memory: PageMemory | undefined, launch: Launch): boolean {
  try {
    memory?.store.setItem(key, JSON.stringify(launch));
    return memory !== undefined;
  } catch {
    // The browser keeps nothing: the game learns it late.
    return false;
  }
}

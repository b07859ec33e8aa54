// API calls that forward a player's requests to Steam, which responds only to servers.
import { Problem } from '#model/problem.ts';
import type { PlatformCallHandlers, PlatformTools } from '../port.server.ts';
import { createSignInUrl } from './open-id.server.ts';
import { fetchFriends } from './profiles.server.ts';
import type { steam } from './platform.ts';
import { fetchWallet } from './wallet.server.ts';
import type { SteamSignInHost } from './verify.server.ts';

type SteamCalls = PlatformCallHandlers<typeof steam>;

export const handleSignIn: SteamCalls['signIn'] = async ({ State }, host) => ({ Url: createSignInUrl(State, host) });

export const handleWallet: SteamCalls['wallet'] = async (_, host, tools) => {
  const steamId = await readCaller(tools);
  if (steamId === undefined) return {};
  const reply = await askAbout('a wallet', host, () => fetchWallet(steamId, host.callerAddress, host));
  return reply.outcome === 'answered' ? { Currency: reply.answer.currency } : {};
};

export const handleFriends: SteamCalls['friends'] = async (_, host, tools) => {
  const steamId = await readCaller(tools);
  const found = steamId === undefined ? [] : await askAbout('friends', host, () => fetchFriends(steamId, host));
  return {
    Friends: found.map(({ steamid: SteamId, personaname, avatarfull: PhotoUrl = '' }) => ({
      SteamId,
      Name: personaname.slice(0, 80),
      ...(/^https:\/\/[^\s\\]+$/.test(PhotoUrl) && { PhotoUrl }),
    })),
  };
};

const readCaller = async (tools: PlatformTools): Promise<string | undefined> => (await tools.caller())?.externalId;

async function askAbout<T>(what: string, { log }: SteamSignInHost, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    log.warn({ err: cause }, `Steam did not respond about ${what}.`);
    throw new Problem('ProviderUnavailable', "Steam isn't responding. Try again in a moment.", { cause });
  }
}

// The currency in which a player pays at Steam: that of their wallet, or of their country if they have no wallet yet.
import { Type } from 'typebox';
import { CurrencyCode } from '#model/money.ts';
import { getPurchaseMethodPath, getFromSteam, SteamResultSchema, type SteamHost } from './client.server.ts';

/** @param address the player's IP address, if they aren't signed in to Steam's client */
export const fetchWallet = (steamid: string, address: string | undefined, host: SteamHost) =>
  getFromSteam(
    getPurchaseMethodPath('GetUserInfo/v2', host),
    { steamid, appid: host.settings.AppId, ...(address !== undefined && { ipaddress: toIpv4(address) }) },
    WalletTold,
    host,
  ).then((reply) => (reply.outcome === 'answered' ? { ...reply, answer: reply.answer.params } : reply));

/** Converts an IPv4-mapped IPv6 address to IPv4, as Steam expects it. */
export const toIpv4 = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const WalletTold = SteamResultSchema(
  Type.Object({ currency: CurrencyCode, status: Type.Optional(Type.String({ maxLength: 60 })) }),
);

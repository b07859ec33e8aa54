// The currency in which a player pays at Steam: that of their wallet, or of their country if they have no wallet yet.
import { Type } from 'typebox';
import { CurrencyCode } from '#model/money.ts';
import { ofPurchases, readSteam, Told, type Host } from './client.server.ts';

/** @param address the player's IP address, if they aren't signed in to Steam's client */
export const readWallet = (steamid: string, address: string | undefined, host: Host) =>
  readSteam(
    ofPurchases('GetUserInfo/v2', host),
    { steamid, appid: host.settings.AppId, ...(address !== undefined && { ipaddress: writeAddress(address) }) },
    WalletTold,
    host,
  ).then((reply) => (reply.outcome === 'answered' ? { ...reply, answer: reply.answer.params } : reply));

/** Converts an IPv4-mapped IPv6 address to IPv4, as Steam expects it. */
export const writeAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const WalletTold = Told(Type.Object({ currency: CurrencyCode, status: Type.Optional(Type.String({ maxLength: 60 })) }));

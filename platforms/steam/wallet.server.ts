// What somebody pays in at Steam: the currency of the wallet, or of the place for who has none yet.
import { Type } from 'typebox';
import { CurrencyCode } from '#model/money.ts';
import { ofPurchases, readSteam, Told, type Host } from './client.server.ts';

/** @param address where the person is, for who is not signed in to Steam's client */
export const readWallet = (steamid: string, address: string | undefined, host: Host) =>
  readSteam(
    ofPurchases('GetUserInfo/v2', host),
    { steamid, appid: host.settings.AppId, ...(address !== undefined && { ipaddress: writeAddress(address) }) },
    WalletTold,
    host,
  ).then((reply) => (reply.outcome === 'answered' ? { ...reply, answer: reply.answer.params } : reply));

/** Steam's own pages write four numbers; one of these as a socket for both kinds of addresses writes it is one of them. */
export const writeAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

const WalletTold = Told(Type.Object({ currency: CurrencyCode, status: Type.Optional(Type.String({ maxLength: 60 })) }));

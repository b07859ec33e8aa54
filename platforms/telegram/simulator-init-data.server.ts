// Starts as Telegram signs them, for a bot of our own making: the hash with the bot's token, and the signature for third parties
// with a key whose seed is 0, 1, 2 … 31.
import { createHmac, createPrivateKey, sign } from 'node:crypto';
import type { SimulatedPlayer } from '../situation.ts';

export interface SimulatedStart {
  readonly botToken: string;
  readonly player: SimulatedPlayer;
  readonly at: Date;
}

export function signInitData({ botToken, player, at }: SimulatedStart): string {
  const fields: Record<string, string> = {
    // Telegram knows everybody; some kinds of start tell nobody all the same.
    ...(!player.isGuest && { user: userJson(player) }),
    chat_instance: '-1234567890123456789',
    chat_type: 'private',
    auth_date: String(Math.floor(at.getTime() / 1000)),
  };
  const [botId = ''] = botToken.split(':');
  const forOthers = Buffer.from([`${botId}:WebAppData`, ...linesOf(fields)].join('\n'));
  fields['signature'] = sign(null, forOthers, signingKey).toString('base64url');
  const secret = createHmac('sha256', 'WebAppData').update(botToken).digest();
  const hash = createHmac('sha256', secret).update(linesOf(fields).join('\n')).digest('hex');
  return Object.entries({ ...fields, hash })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** Telegram's ids are numbers; whoever has another one gets one that stays the same. */
export function telegramId(id: string): number {
  if (/^[1-9]\d{0,15}$/.test(id)) return Number(id);
  return 1_000_000_000 + createHmac('sha256', 'telegram id').update(id).digest().readUInt32BE(0);
}

const linesOf = (fields: Readonly<Record<string, string>>): string[] =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .toSorted();

// Slashes are escaped, as Telegram does.
const userJson = ({ id, firstName, lastName, language }: SimulatedPlayer): string =>
  JSON.stringify({
    id: telegramId(id),
    first_name: firstName,
    last_name: lastName,
    language_code: language,
    allows_write_to_pm: true,
    photo_url: 'https://t.me/i/userpic/320/simulated.svg',
  }).replaceAll('/', String.raw`\/`);

const seed = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
const signingKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
});

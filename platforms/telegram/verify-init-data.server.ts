// Whether Telegram has signed a start, for this bot and lately. Telegram signs the text as it sent it: whatever is in it counts,
// also what nobody knows yet, and the user is never written anew before the check.
import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { sameSignature } from '#model/same-signature.server.ts';
import type { Verdict } from '../port.server.ts';

export interface InitDataRules {
  readonly botToken: string;
  readonly maxAgeS: number;
  readonly now: Date;
}

export function verifyInitData(initData: string, rules: InitDataRules): Verdict {
  const fields = [...new URLSearchParams(initData)];
  const names = new Set(fields.map(([name]) => name));
  if (names.size < fields.length) return refused('The init data has a field twice.');
  const { hash, auth_date: authDate, user } = Object.fromEntries(fields);
  if (hash === undefined) return refused('The init data has no hash.');
  const lines = fields.filter(([name]) => name !== 'hash').map(([name, value]) => `${name}=${value}`);
  if (!sameSignature(hash, signatureOf(lines, rules.botToken)))
    return refused('The init data is not signed for this bot. Is BotToken the one of the bot that opens the game?');
  const stale = whyStale(authDate, rules);
  if (stale !== undefined) return refused(stale);
  if (user === undefined) return { ...refused('The init data has no user.'), message: 'Telegram user is missing!' };
  const person = parse(user);
  if (!Value.Check(User, person)) return refused('The user in the init data is none of Telegram.');
  const name = [person.first_name, person.last_name].filter(Boolean).join(' ').trim() || person.username;
  return {
    outcome: 'proved',
    proof: { identity: { type: 'Telegram', externalId: String(person.id) }, ...(name && { name }) },
    guest: false,
  };
}

const refused = (reason: string) => ({ outcome: 'refused', reason }) as const;

function signatureOf(lines: readonly string[], botToken: string): string {
  const secret = createHmac('sha256', 'WebAppData').update(botToken).digest();
  // By bytes, which for the names of fields is by characters.
  const message = lines.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).join('\n');
  return createHmac('sha256', secret).update(message).digest('hex');
}

function whyStale(authDate: string | undefined, { maxAgeS, now }: InitDataRules): string | undefined {
  if (authDate === undefined || !/^\d{1,12}$/.test(authDate)) return 'The init data has no date.';
  const ageS = now.getTime() / 1000 - Number(authDate);
  if (ageS > maxAgeS) return `The init data is older than ${maxAgeS} s.`;
  return ageS < -toleranceS ? 'The init data is from the future: is the clock of this server right?' : undefined;
}

// Clocks differ a little.
const toleranceS = 60;

const User = Type.Object({
  // Telegram keeps ids within what a number holds exactly.
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  first_name: Type.Optional(Type.String()),
  last_name: Type.Optional(Type.String()),
  username: Type.Optional(Type.String()),
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON is no user, and is refused as such.
    return undefined;
  }
}

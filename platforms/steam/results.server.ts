// Scores and achievements at Steam. Both calls set a value, so they can be repeated.
import { Type } from 'typebox';
import { unwrapVendorReply } from '#kit/call-vendor.server.ts';
import { buildRefusal } from '#kit/build-refusal.ts';
import type { StringParams } from '#kit/sorted-signature.server.ts';
import type { PlatformAchievement, PlatformScore, SendResult } from '../port.server.ts';
import { postToSteam, type SteamHost } from './client.server.ts';

export async function setScore(
  { externalId, leaderboard, score }: PlatformScore,
  host: SteamHost,
): Promise<SendResult> {
  if (score < minScore || score > maxScore) return buildRefusal('Steam stores scores as 32-bit integers.');
  // Ours is the truth, also if an operator has removed a better score.
  const parameters = { leaderboardid: leaderboard, score: String(score), scoremethod: 'ForceUpdate' };
  return send('ISteamLeaderboards/SetLeaderboardScore/v1', externalId, parameters, host);
}

const [minScore, maxScore] = [-(2 ** 31), 2 ** 31 - 1];

export const unlock = ({ externalId, achievement }: PlatformAchievement, host: SteamHost): Promise<SendResult> =>
  send(
    'ISteamUserStats/SetUserStatsForGame/v1',
    externalId,
    { count: '1', 'name[0]': achievement, 'value[0]': '1' },
    host,
  );

async function send(method: string, steamid: string, parameters: StringParams, host: SteamHost): Promise<SendResult> {
  const asked = { appid: host.settings.AppId, steamid, ...parameters };
  const { result } = unwrapVendorReply(await postToSteam(method, asked, ResultSchema, host));
  if (result !== ok)
    throw new Error(`Steam answered ${method} with its result ${result}. Does the app have this name?`);
  return { outcome: 'sent' };
}

const ResultSchema = Type.Object({ result: Type.Integer() });
const ok = 1;

// The platform's weekly leaderboard. It keeps a player's best score, so a repeated one changes nothing.
import { Type, type Static } from 'typebox';
import { callVendorOrThrow } from '#kit/call-vendor.server.ts';
import type { PlatformJobHost, PlatformScore, SendResult } from '../port.server.ts';
import type { crazygames } from './platform.ts';

export async function setScore(
  { externalId, score, reachedAt }: PlatformScore,
  host: PlatformJobHost<Static<typeof crazygames.settings>>,
): Promise<SendResult> {
  const { LeaderboardKey, LeaderboardUrl } = host.settings;
  if (LeaderboardKey === undefined) throw new Error("CrazyGames' leaderboard needs the setting LeaderboardKey.");
  const reply = await callVendorOrThrow(host, {
    vendor: 'CrazyGames',
    subject: 'a score',
    url: LeaderboardUrl ?? 'https://userportal.crazygames.com/leaderboard/scores',
    headers: { 'x-api-key': LeaderboardKey },
    json: { scores: [{ userId: externalId, score, timestamp: reachedAt.toISOString() }] },
    timeoutMs: 10_000,
    successStatuses: [200, 201, 202],
    answer: Type.Object({}),
    remedies: { 401: 'Is LeaderboardKey the key of this game?' },
  });
  // The reply lists only the scores that were rejected.
  if (Object.values(reply).some((value) => Array.isArray(value) && value.length > 0))
    throw new Error('CrazyGames rejected a score.');
  return { outcome: 'sent' };
}

// Scores and achievements are statistics at Kongregate: whole numbers from 0. Badges are awarded by statistics.
import { Type } from 'typebox';
import { buildRefusal } from '#kit/build-refusal.ts';
import type { PlatformAchievement, PlatformScore, SendResult } from '../port.server.ts';
import { createKongregateClient, type KongregateHost } from './client.server.ts';

export const setScore = async (
  { externalId, leaderboard, score }: PlatformScore,
  host: KongregateHost,
): Promise<SendResult> =>
  score < 0 ? buildRefusal('Kongregate has no negative statistics.') : submit(externalId, leaderboard, score, host);

export const unlock = ({ externalId, achievement }: PlatformAchievement, host: KongregateHost): Promise<SendResult> =>
  submit(externalId, achievement, 1, host);

async function submit(userId: string, name: string, value: number, host: KongregateHost): Promise<SendResult> {
  const json = { api_key: host.settings.ApiKey, user_id: Number(userId), [name]: value };
  const asked = { subject: 'statistics', path: '/submit_statistics.json', json, answer: Submitted };
  await createKongregateClient(host).read(asked);
  return { outcome: 'sent' };
}

const Submitted = Type.Object({ success: Type.Literal(true) });

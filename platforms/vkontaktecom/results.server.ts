// Levels, points and completed missions, which VK shows in its leaderboard and in the feed of friends.
import { Type } from 'typebox';
import { buildRefusal } from '#kit/build-refusal.ts';
import type { PlatformAchievement, PlatformScore, SendResult } from '../port.server.ts';
import { callVk, type VkHost } from './client.server.ts';

export async function setScore({ externalId, leaderboard, score }: PlatformScore, host: VkHost): Promise<SendResult> {
  const isLevel = leaderboard === 'level';
  const max = isLevel ? maxLevel : maxPoints;
  if (score < 1 || score > max) return buildRefusal(`VK takes only ${isLevel ? 'levels' : 'points'} from 1 to ${max}.`);
  return addEvent({ user_id: externalId, activity_id: isLevel ? '1' : '2', value: String(score) }, host);
}

const maxLevel = 15_000;
const maxPoints = 2 ** 31 - 1;

export const unlock = ({ externalId, achievement }: PlatformAchievement, host: VkHost): Promise<SendResult> =>
  addEvent({ user_id: externalId, activity_id: achievement }, host);

/** A wrong parameter, such as a level that isn't higher than the last one, is a refusal. */
async function addEvent(parameters: Readonly<Record<string, string>>, host: VkHost): Promise<SendResult> {
  const reply = await callVk('secure.addAppEvent', parameters, Type.Literal(1), host);
  return reply.outcome === 'refused' ? reply : { outcome: 'sent' };
}

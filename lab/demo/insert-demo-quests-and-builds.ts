import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import { demoAchievements } from './demo-achievements.ts';
import { demoBuilds, demoEventRules, demoQuests, demoPlayerIdSharing } from './demo-play.ts';
import { stableId } from './stable-id.ts';

export async function insertDemoQuestsAndBuilds(trx: Transaction<Tables>): Promise<void> {
  const rules = demoEventRules.map((rule) => ({ ...rule, rule_id: stableId(`rule ${rule.game} ${rule.code}`) }));
  await trx.insertInto('event_rules').values(rules).execute();
  const quests = demoQuests.map(({ titles, reward, ...quest }, position) => ({
    ...quest,
    quest_id: stableId(`quest ${quest.game} ${quest.code} ${quest.filter1 ?? ''}`),
    position,
    titles: JSON.stringify(titles),
    ...(reward && { reward: JSON.stringify({ game: quest.game, products: [{ sku: reward.sku, count: 1 }] }) }),
  }));
  await trx.insertInto('quests').values(quests).execute();
  const achievements = demoAchievements.map(({ game, code, points, ...achievement }, position) => ({
    game,
    code,
    position,
    points,
    names: JSON.stringify(achievement.names),
    descriptions: JSON.stringify(achievement.descriptions),
    icons: JSON.stringify({ en: achievement.icon }),
    target: achievement.target ?? 1,
    is_hidden: achievement.isHidden ?? false,
    unlocked_by: achievement.unlockedBy ?? ('game' as const),
  }));
  await trx.insertInto('achievements').values(achievements).execute();
  const builds = demoBuilds.map(({ game, number, url, createdAt, description }) => ({
    build_id: stableId(`build ${game} ${number}`),
    game,
    ota_version: '1.0',
    build_number: number,
    build_type: 'Iframe' as const,
    sha: '',
    description,
    url,
    created_at: new Date(createdAt),
  }));
  await trx.insertInto('builds').values(builds).execute();
  await trx
    .insertInto('shared_games')
    .values([...demoPlayerIdSharing])
    .execute();
}

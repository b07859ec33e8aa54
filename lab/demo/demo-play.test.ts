import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { locales } from '#model/locale.ts';
import { demoBuilds, demoEventRules, demoQuests } from './demo-play.ts';
import { demoProducts } from './demo-products.ts';

const games = join(import.meta.dirname, '../games');
const codeOf = (game: string): string =>
  readdirSync(join(games, game), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('portal.js'))
    .map((name) => readFileSync(join(games, game, name), 'utf8'))
    .join('\n');

test.each([...demoQuests, ...demoEventRules].map(({ game, code }) => ({ game, code })))(
  '$game sends $code, which quests and rules use',
  ({ game, code }) => {
    expect(codeOf(game)).toContain(`sdk.game.event('${code}'`);
  },
);

test('every quest has a title in every language, and a rule that accepts its events', () => {
  for (const { game, code, titles } of demoQuests) {
    expect(Object.keys(titles).toSorted()).toEqual([...locales].toSorted());
    expect(demoEventRules.map((rule) => `${rule.game} ${rule.code}`)).toContain(`${game} ${code}`);
  }
});

test("a quest's reward is a product of its game", () => {
  const rewards = demoQuests.flatMap(({ game, reward }) => (reward ? `${game} ${reward.sku}` : []));
  expect(rewards.length).toBeGreaterThan(0);
  const products = new Set(demoProducts.map(({ game, sku }) => `${game} ${sku}`));
  expect(rewards.filter((reward) => !products.has(reward))).toEqual([]);
});

test.each(demoBuilds.map(({ game, url }) => ({ game, url })))('$game has a page at $url', ({ game, url }) => {
  expect(existsSync(join(games, game, url, 'index.html'))).toBe(true);
});

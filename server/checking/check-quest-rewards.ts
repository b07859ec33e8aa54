// Checks that players can get the rewards of active quests: the products exist, a server can report the events, and a
// server can get the deliveries.
import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { okFinding, warningFinding, type Finding } from './finding.ts';

export async function checkQuestRewards({ kysely }: Database): Promise<Finding[]> {
  const { rows } = await sql<RewardRow>`
    select q.game, q.code, q.reward ->> 'game' as reward_game, q.reported_by = 'server' as needs_server,
      array(
        select p ->> 'sku' from jsonb_array_elements(q.reward -> 'products') p
        where not exists (select from products where game = q.reward ->> 'game' and sku = p ->> 'sku')
      ) as unknown_skus,
      exists (select from game_keys k where k.game = q.game and revoked_at is null) as can_report,
      exists (select from game_keys k where k.game = q.reward ->> 'game' and revoked_at is null)
        or exists (select from webhook_endpoints e where e.game = q.reward ->> 'game')
        or exists (select from games g where g.game = q.reward ->> 'game' and g.config ->> 'PurchasesIn' = 'Page') as can_receive
    from quests q where q.is_active and q.reward is not null
    order by q.game, q.position, q.quest_id`.execute(kysely);
  if (rows.length === 0) return [okFinding('no quest has a reward')];
  const found = rows.flatMap((row) => [...listProblems(row)]);
  return found.length > 0 ? found : [okFinding(`${rows.length} quests with a reward`)];
}

interface RewardRow {
  readonly game: string;
  readonly code: string;
  readonly reward_game: string | null;
  readonly needs_server: boolean;
  readonly unknown_skus: string[];
  readonly can_report: boolean;
  readonly can_receive: boolean;
}

function* listProblems(row: RewardRow): Generator<Finding> {
  const { game, code, unknown_skus: unknown } = row;
  const quest = `the quest ${code} of ${game}`;
  const rewardGame = row.reward_game ?? game;
  if (unknown.length > 0)
    yield warningFinding(
      `${quest} gives ${unknown.join(', ')}, which ${rewardGame} doesn't have`,
      `Add the product: npm run products -- set ${rewardGame} < products.json`,
    );
  if (row.needs_server && !row.can_report)
    yield warningFinding(
      `${quest} counts only what the game's server reports, and that has no key`,
      `Create one: npm run game-key -- create ${game}, or set "ReportedBy": "Page" if players may cheat`,
    );
  if (!row.can_receive)
    yield warningFinding(
      `${quest} has a reward, but ${rewardGame} has no server that gets it`,
      `Set its address: npm run hooks -- set ${rewardGame} <https address>`,
    );
}

// The cost of pushing content with a thousand new games in one transaction, and of pushing it again without changes.
import { recordCommand } from '#server/features/audit-log/audit-log.ts';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import { applyContent } from '#server/features/content/apply-content.ts';
import { readContent } from '#server/features/content/read-content.ts';
import { createSealer } from '#server/secrets/sealer.ts';
import { countStatements } from './count-statements.ts';

const count = 1000;
/** An operator waits for it at a terminal. */
const boundSeconds = 60;

export async function measureContent(database: Database, secret: string, print: (line: object) => void): Promise<void> {
  const tools = { config: readConfig({}), sealer: createSealer(secret), mayChangeSettings: true };
  const { files } = await readContent(database, tools);
  const [path = '', text = ''] = [...files].find(([each]) => each.endsWith('/game.json')) ?? [];
  const [, like = ''] = path.split('/');
  const { Quests: _, ...game } = JSON.parse(text) as Record<string, unknown>;
  const wanted = new Map(files);
  for (let at = 0; at < count; at += 1)
    wanted.set(
      `games/pushed-${at}/game.json`,
      JSON.stringify({ ...game, Position: 2000 + at }).replaceAll(`"${like}"`, `"pushed-${at}"`),
    );
  const push = () =>
    applyContent({ database, ...tools }, wanted, {
      operator: 'bench',
      keyId: undefined,
      seen: undefined,
      record: recordCommand('content push', 'bench'),
    });
  for (const what of ['a thousand new games', 'nothing new']) {
    const startedMs = performance.now();
    const [{ differences }, statements] = await countStatements(push);
    const seconds = Number(((performance.now() - startedMs) / 1000).toFixed(2));
    print({ measure: 'content-push', what, changes: differences.length, statements, seconds, boundSeconds });
  }
}

// Session tokens of the demo players, for trying calls by hand. They are random: fixed tokens would be a back door if
// the database is later used in production.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sessions } from '#server/features/sessions/sessions.ts';
import { demoPlayers } from './demo-community.ts';
import { demoAccountId } from './insert-demo-content.ts';

export type DemoTokens = Readonly<Record<string, string>>;

export async function ensureDemoTokens(sessions: Sessions, dataDir: string): Promise<DemoTokens> {
  const file = join(dataDir, 'demo-players.json');
  const kept = await readTokens(file);
  if (kept && (await areGood(sessions, kept))) return kept;
  const tokens: Record<string, string> = {};
  for (const { name } of demoPlayers) tokens[name] = (await sessions.begin(demoAccountId(name))).token;
  await writeFile(file, `${JSON.stringify(tokens, undefined, 2)}\n`, { mode: 0o600 });
  return tokens;
}

async function readTokens(file: string): Promise<DemoTokens | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DemoTokens;
  } catch (error) {
    const isMissing = (error as { code?: string }).code === 'ENOENT';
    if (isMissing || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function areGood(sessions: Sessions, tokens: DemoTokens): Promise<boolean> {
  const found = await Promise.all(demoPlayers.map(({ name }) => sessions.find(`Bearer ${tokens[name]}`)));
  return found.every((session, index) => session?.accountId === demoAccountId(demoPlayers[index]?.name ?? ''));
}

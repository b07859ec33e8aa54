import type { PublicGameConfig } from '#contract/config.ts';
import type { Config } from '#server/config.ts';
import { inspectBuild, type BuildFindings } from './inspect-build.ts';
import type { GameFile } from './list-game-files.ts';
import type { AddGameOptions } from './read-games-arguments.ts';

export interface InspectedGame {
  readonly findings: BuildFindings;
  readonly allowed: readonly string[];
}

export async function inspectGame(
  files: readonly GameFile[],
  {
    Isolated,
    ContentPolicy,
    ConnectOrigins = [],
  }: Pick<PublicGameConfig, 'Isolated' | 'ContentPolicy' | 'ConnectOrigins'>,
  allow: AddGameOptions['allow'],
  { gamePolicy, publicUrl }: Pick<Config, 'gamePolicy' | 'publicUrl'>,
): Promise<InspectedGame> {
  const findings = await inspectBuild(files, {
    isIsolated: Isolated ?? false,
    isStrict: (ContentPolicy ?? (gamePolicy === 'strict' ? 'Strict' : 'Open')) === 'Strict',
    isEncrypted: publicUrl.protocol === 'https:',
  });
  const given =
    allow === 'found' ? [...findings.loads.keys()].filter((origin) => !origin.startsWith('http:')) : (allow ?? []);
  return { findings, allowed: [...new Set([...ConnectOrigins, ...given])] };
}

/** An externally hosted page sets its own content security policy. */
export function rejectAllowOption(url: string, allow: AddGameOptions['allow']): void {
  if (allow !== undefined)
    throw new Error(`${url} is a page elsewhere: its own server says what it may load. Leave --allow out.`);
}

import type { PublicGameConfig } from '#contract/config.ts';
import { sellsInPage } from '#compat/find-foreign-sdks.ts';
import type { Config } from '#server/config.ts';
import { findForeignSdk, isVendorOrigin } from '#server/games/foreign-sdk-page.ts';
import { inspectBuild, type BuildFindings } from './inspect-build.ts';
import type { GameFile } from './list-game-files.ts';
import type { AddGameOptions } from './read-games-arguments.ts';
import { PublishingError } from './publishing-error.ts';

export interface InspectedGame {
  readonly findings: BuildFindings;
  readonly allowed: readonly string[];
  /** The setting for the game. Absent: it uses no SDK of another portal. */
  readonly foreignSdk: NonNullable<PublicGameConfig['ForeignSdk']> | undefined;
  /** The setting for the game. Absent: the game's server receives purchases. */
  readonly purchasesIn: PublicGameConfig['PurchasesIn'];
}

type InspectedConfig = Pick<
  PublicGameConfig,
  'Isolated' | 'ContentPolicy' | 'ConnectOrigins' | 'ForeignSdk' | 'PurchasesIn'
>;

export async function inspectGame(
  files: readonly GameFile[],
  { Isolated, ContentPolicy, ConnectOrigins = [], ForeignSdk, PurchasesIn }: InspectedConfig,
  hasServer: boolean,
  allow: AddGameOptions['allow'],
  { gamePolicy, publicUrl }: Pick<Config, 'gamePolicy' | 'publicUrl'>,
): Promise<InspectedGame> {
  const findings = await inspectBuild(files, {
    isIsolated: Isolated ?? false,
    isStrict: (ContentPolicy ?? (gamePolicy === 'strict' ? 'Strict' : 'Open')) === 'Strict',
    isEncrypted: publicUrl.protocol === 'https:',
  });
  const foreignSdk = ForeignSdk ?? findings.foreignSdks[0]?.manifest.id;
  const manifest = findForeignSdk(foreignSdk);
  const use = findings.foreignSdks.find((each) => each.manifest.id === foreignSdk);
  // With a server nothing changes unless an operator wants it: a page can be manipulated by its player.
  const purchasesIn = PurchasesIn ?? (use && sellsInPage(use) && !hasServer ? 'Page' : undefined);
  // Ours replaces the vendor's script, so that nothing has to be allowed.
  const isVendor = (origin: string): boolean => manifest !== undefined && isVendorOrigin(origin, manifest);
  for (const found of [findings.loads, findings.mentions])
    for (const origin of found.keys()) if (isVendor(origin)) found.delete(origin);
  // Paths that the vendor adds to a build.
  for (const { address } of manifest?.scripts ?? []) findings.missing.delete(address.replace(/^\//, ''));
  const given =
    allow === 'found' ? [...findings.loads.keys()].filter((origin) => !origin.startsWith('http:')) : (allow ?? []);
  return { findings, allowed: [...new Set([...ConnectOrigins, ...given])], foreignSdk, purchasesIn };
}

/** An externally hosted page sets its own content security policy. */
export function rejectAllowOption(url: string, allow: AddGameOptions['allow']): void {
  if (allow !== undefined)
    throw new PublishingError(`${url} is a page elsewhere: its own server says what it may load. Leave --allow out.`);
}

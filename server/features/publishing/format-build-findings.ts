import { describeForeignSdkUse, listLimitedCalls, sellsInPage, type ForeignSdkUse } from '#compat/find-foreign-sdks.ts';
import type { PublicGameConfig } from '#contract/config.ts';
import type { BuildFindings } from './inspect-build.ts';

const maxShown = 12;

export interface FindingsContext {
  readonly game: string;
  readonly allowed: readonly string[];
  /** The game's setting. */
  readonly foreignSdk: string | undefined;
  readonly purchasesIn: PublicGameConfig['PurchasesIn'];
  /** Describes how to allow these origins. */
  readonly writeRemedy: (origins: readonly string[]) => string;
}

export function formatBuildFindings(
  { loads, mentions, missing, troubles, foreignSdks }: BuildFindings,
  context: FindingsContext,
): string[] {
  const { allowed, writeRemedy } = context;
  const refused = [...loads].filter(([origin]) => !allowed.includes(origin));
  const others = [...mentions].filter(([origin]) => !allowed.includes(origin));
  const lines = formatForeignSdks(foreignSdks, context);
  if (missing.size > 0)
    lines.push(
      'It names files that it does not have:',
      ...shown([...missing].map(([path, by]) => `${path}  (in ${by})`)),
    );
  if (refused.length > 0)
    lines.push(
      'It loads from origins that are not allowed, so browsers will refuse it:',
      ...shown(refused.map(([origin, by]) => `${origin}  (in ${by})`)),
      writeRemedy(refused.map(([origin]) => origin)),
    );
  if (others.length > 0)
    lines.push(
      'Its programs name these as well; what it really talks to has to be allowed in the same way:',
      ...shown(others.map(([origin, by]) => `${origin}  (in ${by})`)),
    );
  if (troubles.length > 0) lines.push('This will not work as it is:', ...shown(troubles));
  return lines;
}

/** Such as "Built for CrazyGames v3: ads, user, data". */
function formatForeignSdks(
  uses: readonly ForeignSdkUse[],
  { game, foreignSdk: chosen, purchasesIn }: FindingsContext,
): string[] {
  return uses.flatMap((use) => {
    const found = `Built for ${describeForeignSdkUse(use)}.`;
    if (use.manifest.id !== chosen)
      return [`${found} Not used: Config.ForeignSdk of the game is ${chosen ?? 'absent'}.`];
    const limited = listLimitedCalls(use).map(({ call, does }) => `${call}: ${does}`);
    return [
      `${found} It gets the portal's account, saves and ads.`,
      ...(sellsInPage(use) ? [describePurchases(game, purchasesIn)] : []),
      ...(limited.length > 0 ? ['Less than there:', ...shown(limited)] : []),
    ];
  });
}

const describePurchases = (game: string, purchasesIn: PublicGameConfig['PurchasesIn']): string =>
  purchasesIn === 'Page'
    ? `Its page receives its purchases, which a player could manipulate (Config.PurchasesIn). Define its products: npm run products -- set ${game} < products.json`
    : `It sells products, but its page doesn't receive them. To change that, set "PurchasesIn": "Page" in its Config: npm run -s games -- show ${game} > game.json, then npm run games -- set ${game} < game.json`;

function shown(entries: readonly string[]): string[] {
  const lines = entries.slice(0, maxShown).map((entry) => `  - ${entry}`);
  return entries.length > maxShown ? [...lines, `  and ${entries.length - maxShown} more`] : lines;
}

export const quoteIfNeeded = (text: string): string => (/^[\w./:@~-]+$/.test(text) ? text : `"${text}"`);

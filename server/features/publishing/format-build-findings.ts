import type { BuildFindings } from './inspect-build.ts';

const maxShown = 12;

/** @param writeRemedy describes how to allow these origins */
export function formatBuildFindings(
  { loads, mentions, missing, troubles }: BuildFindings,
  { allowed, writeRemedy }: { allowed: readonly string[]; writeRemedy: (origins: readonly string[]) => string },
): string[] {
  const refused = [...loads].filter(([origin]) => !allowed.includes(origin));
  const others = [...mentions].filter(([origin]) => !allowed.includes(origin));
  const lines: string[] = [];
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

function shown(entries: readonly string[]): string[] {
  const lines = entries.slice(0, maxShown).map((entry) => `  - ${entry}`);
  return entries.length > maxShown ? [...lines, `  and ${entries.length - maxShown} more`] : lines;
}

export const quoteIfNeeded = (text: string): string => (/^[\w./:@~-]+$/.test(text) ? text : `"${text}"`);

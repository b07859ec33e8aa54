// The counts that both test runners write after a run, for the last line of `npm test`.
import { writeFileSync } from 'node:fs';

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  /** Names of the failed tests and of files that could not be loaded. */
  readonly failures: readonly string[];
  readonly skipped: readonly string[];
}

export const testCountsVariable = 'TEST_COUNTS_FILE';

export function writeTestCounts(counts: TestCounts): void {
  const file = process.env[testCountsVariable];
  if (file !== undefined) writeFileSync(file, JSON.stringify(counts));
}

/**
 * Applies the rules for failure to the counts of a run. A runner that fails without a failed test, or that finds no
 * test, counts as one failure. In CI a skipped test is a failure, unless its program has no Debian package or its name
 * states what the adapter lacks: `(skipped: it has no list)`.
 */
export function applyFailureRules(counts: TestCounts | undefined, ok: boolean, isCi: boolean): TestCounts {
  const { passed, failed, failures, skipped } = counts ?? { passed: 0, failed: 0, failures: [], skipped: [] };
  const refused = isCi ? skipped.filter((name) => !/Godot|\(skipped: it /.test(name)).length : 0;
  const all = failed + refused;
  const isBroken = (!ok && all === 0) || passed + failed === 0;
  return { passed, failed: isBroken ? all + 1 : all, failures, skipped };
}

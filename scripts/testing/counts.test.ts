import { expect, it } from 'vitest';
import { applyFailureRules } from './counts.ts';

const skipped = ['through PgBouncer (not installed: apt-get install pgbouncer)'];

it('keeps the counts of a run that passed', () => {
  const counts = { passed: 2, failed: 0, failures: [], skipped: [] };
  expect(applyFailureRules(counts, true, true)).toEqual(counts);
});

it.each([
  ['a runner that fails although no test did', { passed: 2, failed: 0, failures: [], skipped: [] }, false, false, 1],
  ['a run that found no test', { passed: 0, failed: 0, failures: [], skipped: [] }, true, false, 1],
  ['a runner without output', undefined, false, false, 1],
  ['failed tests, once', { passed: 2, failed: 3, failures: [], skipped: [] }, false, false, 3],
  ['a skipped test in CI', { passed: 2, failed: 0, failures: [], skipped }, true, true, 1],
])('counts %s', (_, counts, ok, isCi, failed) => {
  expect(applyFailureRules(counts, ok, isCi).failed).toBe(failed);
});

it('allows a missing program outside CI, and one without a Debian package everywhere', () => {
  expect(applyFailureRules({ passed: 2, failed: 0, failures: [], skipped }, true, false).failed).toBe(0);
  const godot = ['the add-on (skipped without Godot 4)'];
  expect(applyFailureRules({ passed: 2, failed: 0, failures: [], skipped: godot }, true, true).failed).toBe(0);
});

it('allows a test in CI that does not apply to an adapter', () => {
  const unfit = ['yookassa tells what went back (skipped: it has no list)'];
  expect(applyFailureRules({ passed: 2, failed: 0, failures: [], skipped: unfit }, true, true).failed).toBe(0);
});

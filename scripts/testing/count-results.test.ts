import { describe, expect, it } from 'vitest';

import { countPlaywright, countVitest } from './count-results.ts';

const file = (...statuses: string[]) => ({
  name: 'a.test.ts',
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ fullName: `test ${index}`, status })),
});
const suite = (...statuses: string[]) => ({
  title: 'a.spec.ts',
  suites: [
    {
      title: 'inner',
      specs: statuses.map((status) => ({ title: status, tests: [{ projectName: 'chromium', status }] })),
    },
  ],
});

describe('counting the tests of vitest', () => {
  it('counts passed and failed ones', () => {
    const report = { testResults: [file('passed', 'failed'), file('passed')] };
    expect(countVitest(report, false)).toEqual({ passed: 2, failed: 1, remarks: [] });
  });

  it.each(['skipped', 'pending', 'todo'])('takes a test that is %s for a failure and names it', (status) => {
    const { passed, failed, remarks } = countVitest({ testResults: [file('passed', status)] }, true);
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
    expect(remarks.join()).toContain('test 1');
  });

  it('reports a test that names the program it lacks, and in CI insists on programs that can be installed', () => {
    const skip = (fullName: string) => ({
      testResults: [
        {
          name: 'a.test.ts',
          status: 'passed',
          assertionResults: [
            { fullName: 'other', status: 'passed' },
            { fullName, status: 'skipped' },
          ],
        },
      ],
    });
    const engine = skip('the add-on (skipped without Godot 4) runs');
    expect(countVitest(engine, true, true)).toEqual({
      passed: 1,
      failed: 0,
      remarks: [],
      note: 'skipped: the add-on (skipped without Godot 4) runs',
    });
    const pooler = skip('through PgBouncer (skipped: apt-get install pgbouncer) answers');
    expect(countVitest(pooler, true, false)).toMatchObject({ passed: 1, failed: 0 });
    expect(countVitest(pooler, true, true)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('takes a file that could not be loaded for a failure', () => {
    const broken = { name: 'broken.test.ts', status: 'failed', assertionResults: [] };
    expect(countVitest({ testResults: [file('passed'), broken] }, false)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('takes a failed runner for a failure though every test passed', () => {
    expect(countVitest({ testResults: [file('passed')] }, false)).toMatchObject({ passed: 1, failed: 1 });
  });

  it('takes no tests at all for a failure', () => {
    expect(countVitest({ testResults: [] }, true)).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('counting the tests of playwright', () => {
  it('counts passed and failed ones', () => {
    const report = { suites: [suite('expected', 'unexpected', 'expected')], errors: [] };
    expect(countPlaywright(report, false)).toEqual({ passed: 2, failed: 1, remarks: [] });
  });

  it.each(['skipped', 'flaky'])('takes a test that is %s for a failure and names it', (status) => {
    const { passed, failed, remarks } = countPlaywright({ suites: [suite('expected', status)], errors: [] }, true);
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
    expect(remarks.join()).toContain(`a.spec.ts › inner › ${status}`);
  });

  it('takes an error outside the tests, and no tests at all, for a failure', () => {
    expect(countPlaywright({ suites: [], errors: [{ message: 'no config' }] }, false)).toMatchObject({
      passed: 0,
      failed: 1,
    });
    expect(countPlaywright({ suites: [], errors: [] }, true)).toMatchObject({ passed: 0, failed: 1 });
  });
});

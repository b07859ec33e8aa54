import type { Reporter, TestModule } from 'vitest/node';
import { writeTestCounts } from './counts.ts';

export default class VitestCounts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((each) => [...each.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    // A file that could not be loaded has no tests.
    const broken = modules.filter((each) => each.errors().length > 0);
    const failures = [
      ...inState('failed').map((test) => `${test.module.relativeModuleId} > ${test.fullName}`),
      ...broken.map((each) => each.relativeModuleId),
    ];
    writeTestCounts({
      passed: inState('passed').length,
      failed: failures.length,
      failures,
      skipped: inState('skipped').map((test) => {
        const result = test.result();
        return `${test.fullName} (${('note' in result && result.note) || 'no reason given'})`;
      }),
    });
  }
}

import type { Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { writeTestCounts } from './counts.ts';

export default class PlaywrightCounts implements Reporter {
  #suite: Suite | undefined;
  #errors = 0;

  printsToStdio(): boolean {
    return false;
  }

  onBegin(_: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError(): void {
    this.#errors += 1;
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? [];
    const skipped = tests.filter((test) => test.outcome() === 'skipped');
    // A flaky test counts as failed.
    const failed = tests.filter((test) => test.outcome() === 'unexpected' || test.outcome() === 'flaky');
    writeTestCounts({
      passed: tests.length - failed.length - skipped.length,
      failed: failed.length + this.#errors,
      failures: failed.map(getTitle),
      skipped: skipped.map(getTitle),
    });
  }
}

function getTitle(test: TestCase): string {
  return test.titlePath().filter(Boolean).join(' › ');
}

// A Playwright reporter that counts tests.
import type { Reporter, Suite } from '@playwright/test/reporter';
import { writeCounts } from './counts.ts';

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
    const passed = tests.filter((test) => test.outcome() === 'expected').length;
    writeCounts({
      passed,
      // A flaky test counts as failed.
      failed: tests.length - passed - skipped.length + this.#errors,
      skipped: skipped.map((test) => test.titlePath().filter(Boolean).join(' › ')),
    });
  }
}

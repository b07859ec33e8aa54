// Turns the reports of the two test runners into one count. A test that did not run is a failure, under its name:
// otherwise a suite could be green because nothing in it ran. The exception is a test whose name says why it was skipped, because the
// machine lacks a program. In CI it is a failure too if the name says how to install the program.

export interface Count {
  readonly passed: number;
  readonly failed: number;
  /** What the count holds against the run, in words, where the runner's own output does not say it. */
  readonly remarks: readonly string[];
  /** Which tests were skipped for a reason. */
  readonly note?: string;
}

export interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

export interface PlaywrightSuite {
  readonly title: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly { readonly projectName: string; readonly status: string }[];
  }[];
}

export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly { readonly message?: string }[];
}

export function countVitest(report: VitestReport, ok: boolean, isCi = process.env['CI'] !== undefined): Count {
  const tests = report.testResults.flatMap((file) =>
    file.assertionResults.map((test) => ({ ...test, file: file.name })),
  );
  const passed = tests.filter((test) => test.status === 'passed').length;
  const failed = tests.filter((test) => test.status === 'failed').length;
  const isSkippedWithReason = ({ status, fullName }: (typeof tests)[number]): boolean =>
    status === 'skipped' && fullName.includes('(skipped') && !(isCi && fullName.includes('apt-get install'));
  const skipped = tests.filter(isSkippedWithReason);
  const notRun = tests.filter(
    (test) => test.status !== 'passed' && test.status !== 'failed' && !isSkippedWithReason(test),
  );
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  const count = sum(ok, passed, failed, [
    ...notRun.map((test) => `Did not run (${test.status}): ${test.fullName} in ${test.file}`),
    ...broken.map((file) => `The file failed outside its tests: ${file.name}`),
  ]);
  if (skipped.length === 0) return count;
  return { ...count, note: skipped.map((test) => `skipped: ${test.fullName}`).join('; ') };
}

export function countPlaywright(report: PlaywrightReport, ok: boolean): Count {
  const tests = report.suites.flatMap((suite) => testsOf(suite, []));
  const passed = tests.filter((test) => test.status === 'expected').length;
  const failed = tests.filter((test) => test.status === 'unexpected').length;
  const rest = tests.filter((test) => test.status !== 'expected' && test.status !== 'unexpected');
  return sum(ok, passed, failed, [
    ...rest.map((test) => `Did not run to a clear end (${test.status}): ${test.name}`),
    ...report.errors.map((error) => `Outside the tests: ${error.message ?? 'an error without a message'}`),
  ]);
}

function sum(ok: boolean, passed: number, failed: number, remarks: readonly string[]): Count {
  const all = [...remarks];
  if (passed + failed === 0 && all.length === 0) all.push('No test was found.');
  // An error between the tests, such as an unhandled rejection, shows in the exit code alone.
  if (!ok && failed === 0 && all.length === 0) all.push('The runner failed although no test did.');
  return { passed, failed: failed + all.length, remarks: all };
}

function testsOf(suite: PlaywrightSuite, above: readonly string[]): { name: string; status: string }[] {
  const path = [...above, suite.title];
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({
      name: `[${test.projectName}] ${[...path, spec.title].join(' › ')}`,
      status: test.status,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, path))];
}

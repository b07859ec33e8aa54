import { setTimeout as sleep } from 'node:timers/promises';
import { problem, wordsOf, type Check, type Finding, type Verdict } from './finding.ts';

const longestMs = 20_000;

/** Runs all checks at once, tells what each found in their order, and returns the worst. None can hold up the others. */
export async function runChecks(
  checks: readonly Check[],
  report: (line: string) => void,
  { timeoutMs = longestMs } = {},
): Promise<Verdict> {
  const verdicts = new Set<Verdict>();
  const running = checks.map((check) => ({ name: check.name, findings: findingsOf(check, timeoutMs) }));
  for (const { name, findings } of running) {
    for (const finding of await findings) {
      verdicts.add(finding.verdict);
      report(`${finding.verdict.padEnd(8)} ${name}: ${finding.text}`);
      if (finding.verdict !== 'ok') report(`         ${finding.remedy}`);
    }
  }
  if (verdicts.has('problem')) return 'problem';
  return verdicts.has('warning') ? 'warning' : 'ok';
}

async function findingsOf(check: Check, timeoutMs: number): Promise<readonly Finding[]> {
  const ended = new AbortController();
  const late = sleep(timeoutMs, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`it took longer than ${timeoutMs / 1000} s`);
  });
  // It is cut short when the check was faster.
  late.catch(() => undefined);
  try {
    return await Promise.race([check.run(), late]);
  } catch (error) {
    return [problem(`could not be checked: ${wordsOf(error)}`, 'Mend what it says, and check again.')];
  } finally {
    ended.abort();
  }
}

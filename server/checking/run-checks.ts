import { withTimeout } from '#server/with-timeout.ts';
import {
  problemFinding,
  warningFinding,
  describeError,
  type NamedCheck,
  type Finding,
  type CheckVerdict,
} from './finding.ts';

const defaultTimeoutMs = 90_000;

/**
 * Runs all checks in parallel, reports their findings in order and returns the worst verdict. A slow check does not
 * delay the others.
 */
export async function runChecks(
  checks: readonly NamedCheck[],
  report: (line: string) => void,
  { timeoutMs = defaultTimeoutMs } = {},
): Promise<CheckVerdict> {
  const verdicts = new Set<CheckVerdict>();
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

async function findingsOf(check: NamedCheck, timeoutMs: number): Promise<readonly Finding[]> {
  const late = new Error(`it took longer than ${timeoutMs / 1000} s`);
  try {
    return await withTimeout(check.run(), timeoutMs, () => late);
  } catch (error) {
    // A timeout may only mean a busy machine.
    if (error === late)
      return [warningFinding(`couldn't be checked: ${late.message}`, 'Check again when the machine is less busy.')];
    return [problemFinding(`couldn't be checked: ${describeError(error)}`, 'Fix that, then check again.')];
  }
}

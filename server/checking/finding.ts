// The result of one check of `npm run check`. Everything but `ok` has a remedy.
import type { missingSetupCodes } from '#contract/console/overview.ts';

export type CheckVerdict = 'ok' | 'warning' | 'problem';

interface OkFinding {
  readonly verdict: 'ok';
  readonly text: string;
}

interface BadFinding {
  readonly verdict: Exclude<CheckVerdict, 'ok'>;
  readonly text: string;
  /** For those who use the commands. */
  readonly remedy: string;
}

export type Finding = OkFinding | BadFinding;

/** About what a portal needs before it opens. The console writes its own text for each code, in its languages. */
export type SetupFinding =
  | OkFinding
  | (BadFinding & { readonly code: MissingSetupCode; readonly games?: readonly string[] });

export type MissingSetupCode = (typeof missingSetupCodes)[number];

export interface NamedCheck {
  readonly name: string;
  run(): Promise<readonly Finding[]>;
}

export const okFinding = (text: string): OkFinding => ({ verdict: 'ok', text });
export const warningFinding = (text: string, remedy: string): BadFinding => ({ verdict: 'warning', text, remedy });
export const problemFinding = (text: string, remedy: string): BadFinding => ({ verdict: 'problem', text, remedy });

/** The error's message, or its code if it has no text, as after trying several addresses. */
export function describeError(error: unknown): string {
  const { message, code } = error as { message?: unknown; code?: unknown };
  if (typeof message === 'string' && message !== '') return message;
  return typeof code === 'string' ? code : String(error);
}

/** Whether the request timed out. A busy machine causes this as well as a vendor outage, so it is only a warning. */
export function isTimeout(error: unknown): boolean {
  const { message, code, name, cause } = error as Partial<Record<'message' | 'code' | 'name' | 'cause', unknown>>;
  if (code === 'ETIMEDOUT' || code === 'ESOCKET_TIMEOUT' || name === 'TimeoutError') return true;
  if (typeof message === 'string' && /did not answer within|didn't respond within|timed out/i.test(message))
    return true;
  return cause instanceof Error && isTimeout(cause);
}

export const unreachableFinding = (error: unknown, text: string, remedy: string): Finding =>
  isTimeout(error)
    ? warningFinding(
        `${text}: ${describeError(error)}`,
        `This machine or the other side is slow. Check again. ${remedy}`,
      )
    : problemFinding(`${text}: ${describeError(error)}`, remedy);

export async function retryOnTimeout<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return run();
  }
}

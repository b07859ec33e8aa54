// What a check of `npm run check` found. Everything but `ok` comes with a remedy.
export type Verdict = 'ok' | 'warning' | 'problem';

export type Finding =
  | { readonly verdict: 'ok'; readonly text: string }
  | { readonly verdict: Exclude<Verdict, 'ok'>; readonly text: string; readonly remedy: string };

export interface Check {
  readonly name: string;
  run(): Promise<readonly Finding[]>;
}

export const ok = (text: string): Finding => ({ verdict: 'ok', text });
export const warning = (text: string, remedy: string): Finding => ({ verdict: 'warning', text, remedy });
export const problem = (text: string, remedy: string): Finding => ({ verdict: 'problem', text, remedy });

/** The message of a fault, or its code where several addresses were tried and there is no text. */
export function describeError(error: unknown): string {
  const { message, code } = error as { message?: unknown; code?: unknown };
  if (typeof message === 'string' && message !== '') return message;
  return typeof code === 'string' ? code : String(error);
}

/** Whether the request timed out. Both a busy machine and a vendor that is down cause this, so it is a warning. */
export function isTimeout(error: unknown): boolean {
  const { message, code, name, cause } = error as Partial<Record<'message' | 'code' | 'name' | 'cause', unknown>>;
  if (code === 'ETIMEDOUT' || code === 'ESOCKET_TIMEOUT' || name === 'TimeoutError') return true;
  if (typeof message === 'string' && /did not answer within|didn't respond within|timed out/i.test(message))
    return true;
  return cause instanceof Error && isTimeout(cause);
}

/** A problem, unless it only took too long. */
export const unreachable = (error: unknown, text: string, remedy: string): Finding =>
  isTimeout(error)
    ? warning(`${text}: ${describeError(error)}`, `This machine or the other side is slow. Check again. ${remedy}`)
    : problem(`${text}: ${describeError(error)}`, remedy);

/** What takes too long is tried once more. */
export async function retryTimeout<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isTimeout(error)) throw error;
    return run();
  }
}

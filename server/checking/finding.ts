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

import process from 'node:process';
import { createInterface } from 'node:readline/promises';

export type AskConfirmation = (question: string) => Promise<'yes' | 'no' | 'no terminal'>;

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** Only a person at a terminal can confirm: piped input was written before the question. */
export function createConfirmationPrompt(
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): AskConfirmation {
  return async (question) => {
    if (input.isTTY !== true) return 'no terminal';
    const lines = createInterface({ input, output });
    try {
      // Closing the input (Ctrl+D) means no.
      const closed = new Promise<string>((resolve) => void lines.once('close', () => resolve('')));
      const answer = await Promise.race([lines.question(`${question} [y/N] `), closed]);
      return /^y(es)?$/i.test(answer.trim()) ? 'yes' : 'no';
    } finally {
      lines.close();
    }
  };
}

import { inspect } from 'node:util';

export type Step = (what: string, work: () => Promise<string | undefined | void>) => Promise<void>;

/** Runs a drill: prints a line per finished step, stops at the first failure and cleans up. */
export async function runSteps(work: (step: Step, parts: AsyncDisposableStack) => Promise<void>): Promise<void> {
  const parts = new AsyncDisposableStack();
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    await work(async (what, run) => {
      const startedAt = performance.now();
      const remark = await run().catch((error: unknown) => {
        print(`FAILED  ${what}`);
        throw error;
      });
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      print(`ok      ${what} (${seconds} s)${typeof remark === 'string' ? `: ${remark}` : ''}`);
    }, parts);
  } catch (error) {
    print(inspect(error));
    process.exitCode = 1;
  } finally {
    await parts.disposeAsync();
  }
}

/** Polls until the result is truthy; fails with the last error after the timeout. */
export async function eventually<Result>(
  ask: () => Result | Promise<Result>,
  timeoutMs = 60_000,
): Promise<Exclude<Result, Falsy>> {
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    let fault: unknown;
    try {
      const answer = await ask();
      if (answer) return answer as Exclude<Result, Falsy>;
      fault = new Error(`Still ${String(answer)}`);
    } catch (error) {
      fault = error;
    }
    if (performance.now() > endsAt) throw new Error(`It did not happen within ${timeoutMs} ms.`, { cause: fault });
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

type Falsy = false | 0 | '' | null | undefined;

/**
 * Resolves like the promise, or rejects with `fault` after the timeout. The work behind the promise is not cancelled.
 */
export async function withTimeout<Result>(promise: Promise<Result>, ms: number, fault: () => Error): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(fault()), ms);
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}

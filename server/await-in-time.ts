/** The promise's own end, or after this time the fault. What was waited for may go on; nobody hears of it. */
export async function awaitInTime<Result>(promise: Promise<Result>, ms: number, fault: () => Error): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(fault()), ms);
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}

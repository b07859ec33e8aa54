export function withFallbackAfterTimeout<T, O>(limitMs: number, value: Promise<T>, other: O): Promise<T | O> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, limitMs, other);
    value.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

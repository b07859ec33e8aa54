import { useEffect, useRef, useState } from 'react';
import { runOnce } from '#portal/sign-in/run-once.ts';

export type RunOnceResult<T> =
  | { readonly state: 'pending' }
  | { readonly state: 'done'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown };

export function useRunOnce<T>(key: string | undefined, work: () => Promise<T>): RunOnceResult<T> {
  const [result, setResult] = useState<{ readonly key: string; readonly once: RunOnceResult<T> }>();
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    if (key === undefined) return;
    let isHere = true;
    const show = (once: RunOnceResult<T>): void => {
      if (isHere) setResult({ key, once });
    };
    runOnce(key, latest.current).then(
      (value) => show({ state: 'done', value }),
      (error: unknown) => show({ state: 'failed', error }),
    );
    return () => {
      isHere = false;
    };
  }, [key]);
  return result?.key === key && result !== undefined ? result.once : { state: 'pending' };
}

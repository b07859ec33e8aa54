// Messages of the page around a Unity build. They only affect what the portal shows. The caller has checked window and
// origin.
type RunnerReport =
  | { state: 'loading'; progress: number; loadedBytes: number; totalBytes: number }
  | { state: 'ready' }
  | { state: 'failed'; reason: UnityRunnerFault }
  | { state: 'ended' };

export type UnityRunnerFault = 'NoWebGl' | 'NotLoaded' | 'Crashed';

export function readUnityRunnerReport(data: unknown): RunnerReport | undefined {
  const { type, state, progress, loadedBytes, totalBytes, reason } = (data ?? {}) as Record<string, unknown>;
  if (type !== 'fxid-runner') return undefined;
  if (state === 'ready' || state === 'ended') return { state };
  if (state === 'failed') return { state, reason: faults.find((fault) => fault === reason) ?? 'Crashed' };
  if (state !== 'loading' || !isAmount(progress) || !isAmount(loadedBytes) || !isAmount(totalBytes)) return undefined;
  return { state, progress: Math.min(1, progress), loadedBytes: Math.min(loadedBytes, totalBytes), totalBytes };
}

const faults: readonly UnityRunnerFault[] = ['NoWebGl', 'NotLoaded', 'Crashed'];
const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

import type { InstallProgress } from './install-game.ts';

const megabyte = 1024 * 1024;

export function describeProgress({ doneBytes, totalBytes }: InstallProgress): string {
  const percent = totalBytes === 0 ? 100 : Math.floor((100 * doneBytes) / totalBytes);
  const size = (bytes: number): string => (bytes / megabyte).toFixed(1);
  return `${String(percent).padStart(3)} %  ${size(doneBytes)} of ${size(totalBytes)} MB`;
}

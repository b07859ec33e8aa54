import { Problem } from '#model/problem.ts';
import { InvalidContentError } from './plan-content.ts';

/** Invalid content is the caller's fault: each file's faults become those of a field. Throws other errors as they are. */
export function throwContentProblem(error: unknown): never {
  if (!(error instanceof InvalidContentError)) throw error;
  const byPath = Map.groupBy(error.faults.slice(0, maxFaults), ({ path }) => path.slice(0, 300));
  const fields = [...byPath].map(([path, faults]) => [
    path,
    faults
      .map(({ text }) => text)
      .join('; ')
      .slice(0, 500),
  ]);
  throw new Problem('InvalidRequest', error.message, { fields: Object.fromEntries(fields) as Record<string, string> });
}

export const shortenLine = (text: string): string => (text.length > 1000 ? `${text.slice(0, 999)}…` : text);

const maxFaults = 100;

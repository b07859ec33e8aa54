import { stat } from 'node:fs/promises';

/** For `catch`: a missing file gives the value, and every other error is thrown again. */
export function missingAs<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(error.code ?? '')) return value;
    throw error;
  };
}

export const pathExists = (path: string): Promise<boolean> =>
  stat(path)
    .then(() => true)
    .catch(missingAs(false));

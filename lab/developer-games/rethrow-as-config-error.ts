import { ConfigError } from '#server/environment-reader.ts';

export async function rethrowAsConfigError<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new ConfigError([(error as Error).message]);
  }
}

import { ConfigError } from '#server/settings-reader.ts';

/** What a developer asked for wrongly is told in a line, and not with the inside of the program. */
export async function asAsked<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new ConfigError([(error as Error).message]);
  }
}

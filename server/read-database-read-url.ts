import type { EnvironmentReader } from './environment-reader.ts';

export function readDatabaseReadUrl(reader: EnvironmentReader): string | undefined {
  const url = reader.url('DATABASE_READ_URL', ['postgres:', 'postgresql:']);
  if (url !== undefined && reader.optional('DATABASE_URL') === undefined)
    reader.refuse(
      'DATABASE_READ_URL',
      'is set without DATABASE_URL',
      'the embedded database has no replica: remove it',
    );
  return url;
}

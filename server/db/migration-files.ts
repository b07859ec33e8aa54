import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface MigrationFile {
  /** The file name without extension; migrations run in this order. */
  name: string;
  text: string;
  sha256: string;
  /** Whether the previous version can use the database afterwards: `-- compatible-with-previous: yes`. */
  isCompatible: boolean;
  /** False for `-- transaction: none`: its statements run separately, as CREATE INDEX CONCURRENTLY requires. */
  isTransaction: boolean;
}

export const defaultMigrationFolder = join(import.meta.dirname, 'migrations');

export async function readMigrations(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const files = await Promise.all(names.map((name) => readMigration(folder, name)));
  for (const [index, { name }] of files.entries()) {
    const previous = files[index - 1]?.name;
    if (previous?.slice(0, 4) === name.slice(0, 4)) {
      throw new Error(
        `The migrations ${previous} and ${name} have the same number. Renumber the one that was not released.`,
      );
    }
  }
  return files;
}

async function readMigration(folder: string, fileName: string): Promise<MigrationFile> {
  if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(fileName)) {
    throw new Error(`The migration ${join(folder, fileName)} must be named like 0001-accounts.sql.`);
  }
  // Line ends must not change the checksum.
  const text = (await readFile(join(folder, fileName), 'utf8')).replaceAll('\r\n', '\n');
  return {
    name: fileName.slice(0, -'.sql'.length),
    text,
    sha256: createHash('sha256').update(text).digest('hex'),
    isCompatible: readHeader(fileName, text, 'compatible-with-previous', ['no', 'yes']) === 'yes',
    isTransaction: readHeader(fileName, text, 'transaction', ['all', 'none']) === 'all',
  };
}

function readHeader<T extends string>(fileName: string, text: string, key: string, values: readonly [T, ...T[]]): T {
  const given = text.split('\n').find((line) => line.startsWith(`-- ${key}:`));
  if (given === undefined) return values[0];
  const value = values.find((each) => given === `-- ${key}: ${each}`);
  if (value !== undefined) return value;
  throw new Error(`The migration ${fileName} says "${given}": say "-- ${key}: " and ${values.join(' or ')}.`);
}

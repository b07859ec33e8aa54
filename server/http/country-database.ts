// Finds the country of an address in a local database file in MaxMind's format (GeoLite2, DB-IP, IPinfo). The file is
// read again when it changes, because vendors publish a new one every few days.
import { readFile, stat } from 'node:fs/promises';
import { Reader, type Response } from 'mmdb-lib';
import { toAlpha3Country } from '#model/country.ts';
import type { Log } from './log.ts';

export interface CountryDatabase {
  /** ISO 3166 alpha-3; undefined if unknown. */
  readonly find: (ip: string) => string | undefined;
  /** Reads the file again if it has changed. */
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
}

/** A file that can't be read is logged, and tried again later: callers then have no country. */
export async function openCountryDatabase(
  path: string,
  { log, everyMs = refreshMs }: { readonly log: Pick<Log, 'info' | 'error'>; readonly everyMs?: number },
): Promise<CountryDatabase> {
  let reader: Reader<Response> | undefined;
  let version: string | undefined;
  const refresh = async (): Promise<void> => {
    let found = 'missing';
    try {
      const { mtimeMs, size, ino } = await stat(path);
      found = `${mtimeMs} ${size} ${ino}`;
      if (found === version) return;
      reader = new Reader<Response>(await readFile(path));
      log.info({ path, type: reader.metadata.databaseType }, 'The country database was read');
    } catch (error) {
      // Once per version of the file.
      if (found !== version)
        log.error({ err: error, path }, 'COUNTRY_DATABASE could not be read. Give it the path of an .mmdb file');
    }
    version = found;
  };
  await refresh();
  const timer = setInterval(() => void refresh(), everyMs);
  timer.unref();
  return {
    find: (ip) => {
      try {
        return toCountry(reader?.get(ip.replace(/^::ffff:(?=\d+\.)/i, '')));
      } catch {
        // A damaged file, or no address.
        return undefined;
      }
    },
    refresh,
    close: () => clearInterval(timer),
  };
}

/** The country of a database entry. MaxMind and DB-IP nest its code, IPinfo does not. */
export function toCountry(entry: unknown): string | undefined {
  const { country, country_code: code } = (entry ?? {}) as Readonly<Record<string, unknown>>;
  const nested = (country as { readonly iso_code?: unknown } | undefined)?.iso_code;
  const found = [nested, code, country].find((each) => typeof each === 'string');
  return found === undefined ? undefined : toAlpha3Country(found);
}

const refreshMs = 60_000;

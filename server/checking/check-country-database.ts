import { readFile } from 'node:fs/promises';
import { Reader } from 'mmdb-lib';
import type { Config } from '#server/config.ts';
import { describeError, okFinding, problemFinding, warningFinding, type Finding } from './finding.ts';

const maxAgeDays = 60;

export async function checkCountryDatabase(
  { countryDatabase: path, countryHeader }: Pick<Config, 'countryDatabase' | 'countryHeader'>,
  now: () => Date,
): Promise<Finding[]> {
  if (path === undefined)
    return [
      okFinding(
        countryHeader === undefined
          ? "COUNTRY_HEADER and COUNTRY_DATABASE aren't set: buyers choose their country"
          : `the proxy sends the country in ${countryHeader}`,
      ),
    ];
  try {
    const { metadata } = new Reader(await readFile(path));
    const days = Math.floor((now().getTime() - metadata.buildEpoch.getTime()) / 86_400_000);
    return [
      days > maxAgeDays
        ? warningFinding(
            `${path} is ${days} days old, so some networks have the wrong country`,
            'Download a newer one from its vendor. Nodes read it within a minute.',
          )
        : okFinding(`${path} (${metadata.databaseType}) is ${days} days old`),
    ];
  } catch (error) {
    return [
      problemFinding(
        `COUNTRY_DATABASE at ${path} can't be read: ${describeError(error)}`,
        'Give it the path of a database in MaxMind format (.mmdb) that this user may read, on every node.',
      ),
    ];
  }
}

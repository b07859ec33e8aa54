// What all tests of a run share and Vitest's main process makes when the first test asks (global-setup.ts): a PostgreSQL, a
// cluster to copy, and the folders that are built from the sources.
import type { ConnectionOptions } from '#server/db/connection-options.ts';

export interface TestPostgres {
  readonly connection: ConnectionOptions;
  /** The name of a migrated database to clone. */
  readonly template: string;
}

/** The environment variable with the address of Vitest's main process. */
export const servicesVariable = 'TEST_SERVICES_URL';

export async function testPostgres(): Promise<TestPostgres> {
  return JSON.parse(await request('postgres')) as TestPostgres;
}

/** A data folder of PostgreSQL that is never started itself, to copy; undefined outside of a test run. */
export async function preparedCluster(): Promise<string | undefined> {
  return process.env[servicesVariable] === undefined ? undefined : request('cluster');
}

/** The path of a folder in dist/, built first if it is not of these sources. */
export function builtFolder(name: 'portal' | 'sdk' | 'release'): Promise<string> {
  return request(`built/${name}`);
}

const results = new Map<string, Promise<string>>();

function request(path: string): Promise<string> {
  const result = results.get(path) ?? send(path);
  results.set(path, result);
  return result;
}

async function send(path: string): Promise<string> {
  const address = process.env[servicesVariable];
  if (address === undefined) throw new Error(`${servicesVariable} is not set: run this test with Vitest.`);
  const response = await fetch(`${address}/${path}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

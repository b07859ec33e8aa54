// Services that all tests of a run share; Vitest's main process creates them on request (global-setup.ts): a
// PostgreSQL, a cluster to copy, and built folders.
import type { ConnectionOptions } from '#server/db/connection-options.ts';

export interface TestPostgres {
  readonly connection: ConnectionOptions;
  readonly template: string;
}

/** The environment variable with the address of Vitest's main process. */
export const servicesVariable = 'TEST_SERVICES_URL';

export async function requestTestPostgres(): Promise<TestPostgres> {
  return JSON.parse(await request('postgres')) as TestPostgres;
}

/** A PostgreSQL data folder to copy, never started itself. Undefined outside a test run. */
export async function requestPreparedCluster(): Promise<string | undefined> {
  return process.env[servicesVariable] === undefined ? undefined : request('cluster');
}

export function requestBuiltFolder(name: 'portal' | 'sdk' | 'release'): Promise<string> {
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

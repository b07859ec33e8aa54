// The real Redis that the tests of several nodes need: a running one that was named, or a program they start themselves.
import { canInstallDebianPackages, findOnPath, installDebianPackages, type Found } from './find-program.ts';

const REMEDY =
  'Install redis-server (macOS: brew install redis), or name a running one in TEST_REDIS_URL, and run npm test again.';

export async function findRedis(onTick: (elapsedMs: number) => void): Promise<Found | { readonly url: string }> {
  const url = process.env['TEST_REDIS_URL'];
  if (url !== undefined && url !== '') return { url };
  const installed = findOnPath(['redis-server']);
  if (installed !== undefined) return { path: installed, how: 'installed' };
  if (!canInstallDebianPackages()) return { missing: `No redis-server is on the PATH. ${REMEDY}` };

  const refusal = await installDebianPackages(['redis-server'], onTick);
  const path = findOnPath(['redis-server']);
  if (path !== undefined) return { path, how: "Debian's package" };
  return {
    missing: `${refusal ?? 'apt-get installed the package redis-server, but no such program is on the PATH.'}\n${REMEDY}`,
  };
}

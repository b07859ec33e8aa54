// The order of test files. What takes long begins early, so that nobody is left working alone in the end; on a fresh clone
// nothing is known of how long a file takes, and its size says little.
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './run-check.ts';

/** Files that start servers and databases, or wait for pauses, the longest first. */
const longest: readonly string[] = [
  'server/faults.test.ts',
  'drills/production/production.test.ts',
  'scripts/start.test.ts',
  'server/stopping.test.ts',
  'server/db/outages.test.ts',
  'drills/production/outage.test.ts',
  'payments/every-provider.server.test.ts',
  'server/two-nodes.test.ts',
  'scripts/release/release.test.ts',
  'platforms/guide.test.ts',
  'sdk/built-sdk.test.ts',
  'sdk/packed-sdk.test.ts',
  'sdk/bindings/generated-bindings.test.ts',
  'scripts/nets.test.ts',
  'server/malformed.test.ts',
  'server/secrets/missing-secret.test.ts',
  'server/money-faults.test.ts',
  'server/db/embedded-postgres.test.ts',
  'server/db/backup.test.ts',
  'server/jobs/jobs.test.ts',
  'server/features/game-keys/game-keys.test.ts',
  'server/db/migrate.test.ts',
  'server/trust-model.test.ts',
  'server/features/orders/accounts-model.test.ts',
  'server/features/mail/mail-job.test.ts',
  'server/db/folder-lock.test.ts',
  'server/features/account-deletion/settle-restored.test.ts',
  'server/features/publishing/add-game.test.ts',
  'server/features/deliveries/deliver.test.ts',
  'server/commands.test.ts',
  'server/http/redirect-entries.test.ts',
];

/** Projects whose files share a process come last, and the smallest files last of all. */
const projects = ['node', 'trace', 'browser', 'components', 'shared'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // A run of many is asked: the test of the guide runs one file in a copy that has not all of them.
    const gone = files.length > longest.length ? longest.filter((path) => !existsSync(join(root, path))) : [];
    if (gone.length > 0) throw new Error(`${gone.join(', ')} in ${import.meta.filename} is not there.`);
    const others = await super.sort(files);
    const place = new Map(longest.map((path, at) => [path, at]));
    const placeOf = ({ moduleId }: TestSpecification): number =>
      place.get(relative(root, moduleId).replaceAll('\\', '/')) ?? longest.length;
    const projectOf = ({ project }: TestSpecification): number => projects.indexOf(project.name);
    return others.toSorted((a, b) => projectOf(a) - projectOf(b) || placeOf(a) - placeOf(b));
  }
}

// Operators' calls for content: read, preview a change, apply it.
import type { Static } from 'typebox';
import type { ContentFile } from '#contract/operator.ts';
import { Problem } from '#model/problem.ts';
import type { MissingSetupItem } from '#server/checking/list-missing-setup.ts';
import type { SecondPersonSettings } from '#server/read-second-person.ts';
import type { AreaHandlers } from '#server/http/implement-api.ts';
import { applyContent, type ContentDeps } from './apply-content.ts';
import type { ContentFiles } from './content-files.ts';
import { shortenLine, throwContentProblem } from './content-problem.ts';
import { parseContentPath } from './content-place.ts';
import { planContent, type PlannedDifference } from './plan-content.ts';
import { readContent } from './read-content.ts';
import { readContentChanges } from './read-content-changes.ts';

export interface ContentRoutesDeps extends ContentDeps {
  readonly listMissingSetup: () => Promise<readonly MissingSetupItem[]>;
  readonly secondPerson: SecondPersonSettings;
}

export function createContentRoutes(deps: ContentRoutesDeps): Omit<AreaHandlers<'operator'>, 'key'> {
  const { database } = deps;
  return {
    content: async () => {
      const { version, files } = await readContent(database, deps);
      return { Version: version, Files: [...files].map(([Path, Text]) => ({ Path, Text })) };
    },
    compareContent: async ({ body }) => {
      const files = toFiles(body.Files);
      const current = await readContent(database, deps);
      const { differences, notes } = refuseAsProblem(() => planContent(files, current, deps));
      return { Version: current.version, Differences: differences.map(toDifference), Notes: notes.map(shortenLine) };
    },
    applyContent: async ({ body, operator: { kind, name, id }, audit }) => {
      const files = toFiles(body.Files);
      const keyId = kind === 'key' ? id : undefined;
      const record = audit.change;
      // Equal content changes nothing.
      audit.noChange();
      const applied = await applyContent(deps, files, {
        operator: name,
        keyId,
        seen: body.Version,
        record,
        requireAllowed: (differences) => requireNoSecondPerson(differences, deps.secondPerson),
      }).catch(throwContentProblem);
      const { version, differences, notes } = applied;
      return { Version: version, Differences: differences.map(toDifference), Notes: notes.map(shortenLine) };
    },
    contentChanges: async () => {
      const changes = await readContentChanges(database.kysely, 100);
      return {
        Changes: changes.map(({ appliedAt, operator, versionAfter, summary }) => ({
          AppliedAt: appliedAt.toISOString(),
          Operator: operator,
          Version: versionAfter,
          Summary: summary.map(shortenLine),
        })),
      };
    },
    missingContent: async () => ({
      Missing: (await deps.listMissingSetup()).map(({ what, remedy }) => ({ What: what, Remedy: remedy })),
    }),
  };
}

function toFiles(given: readonly Static<typeof ContentFile>[]): ContentFiles {
  const files = new Map(given.map(({ Path, Text }) => [Path, Text]));
  if (files.size < given.length) throw new Problem('InvalidRequest', 'A file is there twice.');
  return files;
}

/** A folder is applied as a whole, so what needs a second person is changed by drafts. */
function requireNoSecondPerson(
  differences: readonly PlannedDifference[],
  { documents, prices }: SecondPersonSettings,
): void {
  const refused = differences.find(({ path }) => {
    const type = parseContentPath(path)?.type;
    if (type === 'document' || type === 'version') return documents;
    return prices && (type === 'products' || type === 'rates');
  });
  if (refused)
    throw new Problem(
      'Forbidden',
      `${refused.path} needs the approval of a second operator. Change it in the console, or with npm run content on the server.`,
    );
}

const toDifference = ({ path, change, lines }: PlannedDifference) => ({
  Path: path,
  Change: change,
  Lines: lines.map(shortenLine),
});

function refuseAsProblem<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    return throwContentProblem(error);
  }
}

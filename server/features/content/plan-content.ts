// Validates and compares a whole folder before anything is written.
import { isDeepStrictEqual } from 'node:util';
import type { ContentFault, ContentFiles } from './content-files.ts';
import { parseContentFiles } from './content-files.ts';
import type { ContentEntry, ContentTools, ContentEntries } from './content-type.ts';
import { contentTypeHandlers, contentTypeNames } from './content-types.ts';
import { buildContentPath } from './content-place.ts';
import { describeChanges } from './describe-changes.ts';
import { contentTypeHasPictures, replacePicturePaths, replacePictureAddresses } from './picture-addresses.ts';
import type { CurrentContent } from './read-content.ts';

export interface PlannedDifference {
  readonly path: string;
  readonly change: 'Added' | 'Changed' | 'Removed';
  readonly lines: readonly string[];
}

export interface ContentPlan {
  readonly differences: readonly PlannedDifference[];
  readonly notes: readonly string[];
  readonly writes: readonly ContentEntry[];
  readonly removals: readonly ContentEntry[];
}

export class InvalidContentError extends Error {
  readonly faults: readonly ContentFault[];

  constructor(faults: readonly ContentFault[]) {
    super('The content is invalid; nothing was changed.');
    this.name = 'ContentRefused';
    this.faults = faults;
  }
}

export function planContent(files: ContentFiles, current: CurrentContent, tools: ContentTools): ContentPlan {
  const { entries: folder, faults: unreadable } = parseContentFiles(files);
  const faults = [...unreadable, ...gameFaults(folder)];
  const notes: string[] = [];
  const wanted: ContentEntry[] = [];
  for (const type of contentTypeNames)
    for (const { place, value } of [...folder.values()].filter((entry) => entry.place.type === type)) {
      const known = current.entries.get(place.path);
      const named = contentTypeHasPictures(place)
        ? replacePicturePaths({ place, value }, folder, tools)
        : { value, lost: [] };
      faults.push(...named.lost.map((text) => ({ path: place.path, text })));
      const before = known && contentTypeHasPictures(place) ? { ...known, value: known.whole ?? known.value } : known;
      const given = { place, value: named.value, before, current: current.entries, folder };
      const prepared = contentTypeHandlers[type].prepare(given, tools);
      if ('faults' in prepared) {
        faults.push(...prepared.faults.map((text) => ({ path: place.path, text })));
        continue;
      }
      notes.push(...(prepared.notes ?? []).map((note) => `${place.path} ${note}`));
      if (prepared.isSetAside) continue;
      if (contentTypeHasPictures(place)) wanted.push(replacePictureAddresses({ place, value: prepared.value }, folder));
      else
        wanted.push({ place, value: prepared.value, ...(prepared.whole !== undefined && { whole: prepared.whole }) });
    }
  faults.push(...idFaults(wanted, current.entries));
  if (faults.length > 0) throw new InvalidContentError(faults);
  const writes = wanted.filter((entry) => isChanged(entry, current.entries.get(entry.place.path)));
  if (!tools.mayChangeSettings) refuseSettings(writes);
  const gone = [...current.entries.values()].filter(
    ({ place }) => !folder.has(place.path) && !isOfGameThatStays(place.game, place.type, folder),
  );
  const removals = gone.filter(
    ({ place, value }) => contentTypeHandlers[place.type].remove?.outcome(value) !== undefined,
  );
  notes.push(
    ...gone.flatMap(({ place }) =>
      contentTypeHandlers[place.type].remove ? [] : [`${place.path} is not in the folder and stays as it is`],
    ),
  );
  const differences = [
    ...writes.map((entry) => describeWrite(entry, current.entries.get(entry.place.path))),
    ...removals.map(describeRemoval),
  ];
  return { differences: differences.toSorted((a, b) => (a.path < b.path ? -1 : 1)), notes, writes, removals };
}

function refuseSettings(writes: readonly ContentEntry[]): void {
  const settings = writes.filter(({ place }) => place.type === 'settings');
  if (settings.length === 0) return;
  const text =
    'settings are changed by command alone, on the machine of the portal: npm run content or npm run settings';
  throw new InvalidContentError(settings.map(({ place: { path } }) => ({ path, text })));
}

/** If the folder does not contain a game, the game's other content stays too. */
const isOfGameThatStays = (game: string | undefined, type: string, folder: ContentEntries): boolean =>
  game !== undefined && type !== 'game' && !folder.has(buildContentPath(game, 'game.json'));

function isChanged({ value, whole }: ContentEntry, before: ContentEntry | undefined): boolean {
  return (
    !before ||
    !isDeepStrictEqual(toJson(value), toJson(before.value)) ||
    !isDeepStrictEqual(toJson(whole), toJson(before.whole))
  );
}

// The form in which the database returns it.
const toJson = (value: unknown): unknown =>
  value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);

function describeWrite({ place, value }: ContentEntry, before: ContentEntry | undefined): PlannedDifference {
  const { path } = place;
  if (!before) return { path, change: 'Added', lines: [`+ ${contentTypeHandlers[place.type].describe(value)}`] };
  const lines = describeChanges(toJson(before.value), toJson(value));
  const loss = contentTypeHandlers[place.type].describeLoss?.(before.value, value);
  return {
    path,
    change: 'Changed',
    lines: [
      ...(loss === undefined ? [] : [`! ${loss}`]),
      ...(lines.length > 0
        ? lines
        : [contentTypeHasPictures(place) ? '~ a picture is another one' : '~ a secret is another one']),
    ],
  };
}

const describeRemoval = ({ place, value }: ContentEntry): PlannedDifference => ({
  path: place.path,
  change: 'Removed',
  lines: [`- ${contentTypeHandlers[place.type].remove?.outcome(value)}`],
});

/** A game's content needs the game itself in the folder. */
function gameFaults(folder: ContentEntries): ContentFault[] {
  const lost = [...folder.values()].filter(({ place }) => isOfGameThatStays(place.game, place.type, folder));
  return lost.map(({ place: { path, game } }) => ({
    path,
    text: `belongs to ${game}, and there is no games/${game}/game.json`,
  }));
}

/** An id must be unique: a copied file must not take another file's rows. */
function idFaults(wanted: readonly ContentEntry[], current: ContentEntries): ContentFault[] {
  const owners = new Map<string, string>();
  for (const { place, value } of current.values())
    for (const id of contentTypeHandlers[place.type].idsOf?.(value) ?? []) owners.set(id, place.path);
  return wanted.flatMap(({ place: { path, type }, value }) =>
    (contentTypeHandlers[type].idsOf?.(value) ?? []).flatMap((id) => {
      const owner = owners.get(id) ?? path;
      if (owner === path && !twiceIn(contentTypeHandlers[type].idsOf?.(value) ?? [], id)) {
        owners.set(id, path);
        return [];
      }
      return [{ path, text: `the Id ${id} is that of another one, in ${owner}: leave it out here` }];
    }),
  );
}

const twiceIn = (ids: readonly string[], id: string): boolean => ids.indexOf(id) !== ids.lastIndexOf(id);

import type { FindingsColumn } from '#server/db/publishing-tables.ts';
import type { BuildFindings } from './inspect-build.ts';

/** More findings of one kind help nobody. */
const maxOfEach = 200;

/** The findings as they are stored with a draft. */
export const toFindingsColumn = ({ loads, mentions, missing, troubles }: BuildFindings): FindingsColumn => ({
  loads: toList(loads),
  mentions: toList(mentions),
  missing: toList(missing),
  troubles: troubles.slice(0, maxOfEach).map((each) => each.slice(0, 1000)),
});

const toList = (found: ReadonlyMap<string, string>): FindingsColumn['loads'] =>
  [...found].slice(0, maxOfEach).map(([what, file]) => ({ what: what.slice(0, 2048), file: file.slice(0, 1024) }));

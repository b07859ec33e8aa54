import { isDeepStrictEqual } from 'node:util';
import { Problem } from '#model/problem.ts';
import type { DraftObject } from './draft-objects.ts';

export const isSame = (one: object | null | undefined, other: object | null | undefined): boolean =>
  isDeepStrictEqual(one ?? null, other ?? null);

export const buildConflict = ({ name }: Pick<DraftObject, 'name'>): Problem =>
  new Problem('Conflict', `${name} was changed since this draft began. Compare, and start again from what is there.`);

// Whether a field is read, and whether it is filled: by code that names it, or by code that names a property of another type
// from which or into which its value goes.
import { SyntaxKind } from 'typescript/unstable/ast';
import { ASSIGNED, type Uses } from './collect-uses.ts';
import type { Field } from './declared-fields.ts';

export interface Judge {
  /** @param where files that count, relative to the root */
  isRead(field: Field, where: RegExp): boolean;
  /** @param given declarations of fields whose values come from elsewhere: what is filled with one of them is filled */
  isFilled(field: Field, where: RegExp, given?: ReadonlySet<string>): boolean;
}

/** @param schemas the declarations that are fields themselves: a value that comes from one was filled elsewhere, or was not */
export function createJudge(uses: Uses, schemas: ReadonlySet<string>): Judge {
  const reaches = (declaration: string, where: RegExp, field: Field | undefined, seen: Set<string>): boolean => {
    if (seen.has(declaration)) return false;
    seen.add(declaration);
    const isUsed = uses.reads
      .get(declaration)
      ?.some(({ path, siblings }) => where.test(path) && (!field || isSameObject(field, siblings)));
    if (isUsed) return true;
    return (uses.flowsFrom.get(declaration) ?? []).some(
      ({ path, fromSiblings, to }) =>
        where.test(path) && (!field || isSameObject(field, fromSiblings)) && reaches(to, where, undefined, seen),
    );
  };
  const comes = (
    declaration: string,
    where: RegExp,
    given: ReadonlySet<string>,
    field?: Field,
    seen = new Set<string>(),
  ): boolean => {
    if (seen.has(declaration)) return false;
    seen.add(declaration);
    return (uses.flowsTo.get(declaration) ?? []).some(
      ({ path, toSiblings, from }) =>
        where.test(path) &&
        (!field || isSameObject(field, toSiblings)) &&
        (given.has(from) || isMade(from) || comes(from, where, given, undefined, seen)),
    );
  };
  // An object in the code, a row of the database, or what a library gives. What stands there as nothing fills nothing.
  const isMade = (declaration: string): boolean =>
    declaration === ASSIGNED ||
    (VALUE.test(declaration) && !schemas.has(declaration) && !uses.empties.has(declaration)) ||
    /\/db\/tables\.ts:|\/node_modules\//.test(declaration);
  return {
    isRead: (field, where) => field.declarations.some((each) => reaches(each, where, field, new Set())),
    isFilled: (field, where, given = new Set()) => field.declarations.some((each) => comes(each, where, given, field)),
  };
}

const VALUE = new RegExp(`:(${SyntaxKind.PropertyAssignment}|${SyntaxKind.ShorthandPropertyAssignment})$`);

/**
 * Several objects may share the declaration of a field. A use counts for those that it can be a part of, or that can be a part
 * of it.
 */
function isSameObject({ siblings }: Field, others: ReadonlySet<string>): boolean {
  return others.size === 0 || others.isSubsetOf(siblings) || siblings.isSubsetOf(others);
}

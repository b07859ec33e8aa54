// Decides whether a field is read and whether it is filled: by code that names it, or through a property of another
// type from which or to which its value flows.
import { SyntaxKind } from 'typescript/unstable/ast';
import { ASSIGNED, type Uses } from './collect-uses.ts';
import type { Field } from './declared-fields.ts';

export interface Judge {
  /** @param where the files to consider, relative to the root */
  isRead(field: Field, where: RegExp): boolean;
  /**
   * @param given declarations of fields that are filled elsewhere; a field that gets its value from one of them is filled
   */
  isFilled(field: Field, where: RegExp, given?: ReadonlySet<string>): boolean;
}

/** @param schemas declarations that are fields themselves: copying a value from one of them does not fill a field */
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
  // The value comes from an object literal, a database row or a library. Empty literals do not count.
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

/** Several objects may share a field's declaration. A use counts if one object's fields are a subset of the other's. */
function isSameObject({ siblings }: Field, others: ReadonlySet<string>): boolean {
  return others.size === 0 || others.isSubsetOf(siblings) || siblings.isSubsetOf(others);
}

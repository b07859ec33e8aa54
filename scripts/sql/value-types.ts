// Reduces the TypeScript type of a database value to the few kinds that can be compared with PostgreSQL.
import type { Checker, Type } from 'typescript/unstable/sync';

/** `any` also stands for objects, because JSON may contain anything. */
export interface SqlValueType {
  readonly kinds: ReadonlySet<'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'list' | 'any'>;
  readonly isNullable: boolean;
  readonly written: string;
}

export type ColumnTypes = ReadonlyMap<string, SqlValueType>;

export function readColumnTypes(checker: Checker, row: Type): ColumnTypes {
  const symbols = checker.getPropertiesOfType(row);
  const types = checker.getTypeOfSymbol(symbols);
  return new Map(
    symbols.flatMap((symbol, at) => {
      const type = types[at];
      return type ? [[symbol.name, readValueType(checker, type)] as const] : [];
    }),
  );
}

export function readValueType(checker: Checker, type: Type): SqlValueType {
  const kinds = new Set<SqlValueType['kinds'] extends ReadonlySet<infer Kind> ? Kind : never>();
  let isNullable = false;
  const visit = (each: Type): void => {
    if (each.isUnionType()) return each.getTypes().forEach(visit);
    // A Kysely column whose type differs between reading and writing.
    const read = checker.getPropertyOfType(each, '__select__');
    const selected = read && checker.getTypeOfSymbol(read);
    if (selected) return visit(selected);
    if (checker.isTypeAssignableTo(each, checker.getNullType())) isNullable = true;
    else if (each.isIntrinsicType() && (each.intrinsicName === 'any' || each.intrinsicName === 'unknown')) {
      isNullable = true;
      kinds.add('any');
    } else if (checker.isTypeAssignableTo(each, checker.getStringType())) kinds.add('string');
    else if (checker.isTypeAssignableTo(each, checker.getNumberType())) kinds.add('number');
    else if (checker.isTypeAssignableTo(each, checker.getBooleanType())) kinds.add('boolean');
    else if (checker.isArrayLikeType(each)) kinds.add('list');
    else {
      const name = each.getSymbol()?.name;
      kinds.add(name === 'Date' || name === 'Buffer' ? name : 'any');
    }
  };
  visit(type);
  return { kinds, isNullable, written: checker.typeToString(type) };
}

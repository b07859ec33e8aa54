// The fields that a schema or a type declares, each with its declarations.
import { isIdentifier, isInterfaceDeclaration, isVariableStatement } from 'typescript/unstable/ast/is';
import type { Checker, Project, Type } from 'typescript/unstable/sync';
import { declarationsOf } from './declarations-of.ts';

export interface Field {
  /** Such as `store.createPayment.body.Sku`; if several calls share an object, the first of them. */
  readonly name: string;
  readonly key: string;
  /** Empty if the field comes from the adapters' manifests. */
  readonly declarations: readonly string[];
  /** All fields of the same object, including this one. */
  readonly siblings: ReadonlySet<string>;
}

/**
 * The fields of a schema and of the objects inside it.
 * @param seen objects that have already been visited, which are skipped
 */
export function fieldsOfSchema(checker: Checker, schema: Type, name: string, seen: Set<string>): Field[] {
  const part = (key: string): Type | undefined => {
    const symbol = checker.getPropertyOfType(schema, key);
    return symbol && checker.getTypeOfSymbol(symbol);
  };
  const properties = part('properties');
  if (properties)
    return fieldsOf(partsOf(checker, properties), name, seen, (type, path) =>
      fieldsOfSchema(checker, type, path, seen),
    );
  const items = part('items');
  if (items) return fieldsOfSchema(checker, items, `${name}[]`, seen);
  return [part('anyOf'), part('patternProperties')]
    .flatMap((each) => (each ? elementsOf(checker, each) : []))
    .flatMap((each) => fieldsOfSchema(checker, each, name, seen));
}

/** The fields of a plain type that are declared in the given folder or file, and their nested fields. */
export function fieldsOfType(checker: Checker, type: Type, name: string, seen: Set<string>, within: string): Field[] {
  if (seen.has(`type ${type.id}`)) return [];
  seen.add(`type ${type.id}`);
  const inside = (each: Type, path: string): Field[] => fieldsOfType(checker, each, path, seen, within);
  if (type.isTypeReference() && checker.isArrayType(type))
    return checker.getTypeArguments(type).flatMap((each) => inside(each, `${name}[]`));
  if (type.isUnionType()) return (type.getTypes() ?? []).flatMap((each) => inside(each, name));
  if (!type.isObjectType() && !type.isIntersectionType()) return [];
  const own = partsOf(checker, type).filter((part) => part.declarations.some((each) => each.includes(`/${within}`)));
  return fieldsOf(own, name, seen, inside);
}

/** The type of a constant or an interface in a file. */
export function typeNamed({ checker, program }: Project, file: string, name: string): Type {
  for (const statement of program.getSourceFile(file)?.statements ?? []) {
    const declared = isInterfaceDeclaration(statement)
      ? [statement]
      : isVariableStatement(statement)
        ? statement.declarationList.declarations
        : [];
    for (const each of declared) {
      if (!isIdentifier(each.name) || each.name.text !== name) continue;
      const symbol = checker.getSymbolAtLocation(each.name);
      const type =
        symbol &&
        (isInterfaceDeclaration(each) ? checker.getDeclaredTypeOfSymbol(symbol) : checker.getTypeOfSymbol(symbol));
      if (type) return type;
    }
  }
  throw new Error(`${file} declares no ${name}.`);
}

/** The properties of a type with their types. */
export function partsOf(checker: Checker, type: Type): Part[] {
  const symbols = checker.getPropertiesOfType(type);
  const types = checker.getTypeOfSymbol(symbols);
  return symbols.flatMap((symbol, at) =>
    types[at] ? [{ name: symbol.name, type: types[at], declarations: declarationsOf(symbol) }] : [],
  );
}

export interface Part {
  readonly name: string;
  readonly type: Type;
  readonly declarations: readonly string[];
}

function fieldsOf(
  parts: readonly Part[],
  name: string,
  seen: Set<string>,
  inside: (type: Type, name: string) => Field[],
): Field[] {
  const mark = parts.map((each) => `${each.name}@${each.declarations.join()}`).join();
  if (seen.has(mark)) return [];
  seen.add(mark);
  const siblings = new Set(parts.map((each) => each.name));
  return parts.flatMap((each) => {
    const path = `${name}.${each.name}`;
    return [{ name: path, key: each.name, declarations: each.declarations, siblings }, ...inside(each.type, path)];
  });
}

function elementsOf(checker: Checker, type: Type): Type[] {
  if (type.isTypeReference() && checker.isTupleType(type)) return [...checker.getTypeArguments(type)];
  return partsOf(checker, type).map((each) => each.type);
}

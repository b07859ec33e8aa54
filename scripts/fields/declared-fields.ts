// The fields that a schema or a type declares, each with the place where its declaration stands.
import { isIdentifier, isInterfaceDeclaration, isVariableStatement } from 'typescript/unstable/ast/is';
import type { Checker, Project, Type } from 'typescript/unstable/sync';
import { declarationsOf } from './declarations-of.ts';

export interface Field {
  /** Such as `store.createPayment.body.Sku`; of an object that several share, the first of them. */
  readonly name: string;
  readonly key: string;
  /** None: it is made from the manifests of adapters. */
  readonly declarations: readonly string[];
  /** The fields beside it, itself included. */
  readonly siblings: ReadonlySet<string>;
}

/**
 * The fields of a schema, and those of the objects inside it.
 * @param seen the objects that were walked before, which are left out
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

/** The fields of a plain type that are declared in the given folder or file, and those inside them. */
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

/** A constant, or an interface, of a file. */
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

/** The properties of a type and their types. */
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

// Caches what the compiler reports about types: their properties, and the value flows when one type is passed where
// another is declared.
import {
  SignatureKind,
  type Checker,
  type Signature,
  type Symbol,
  type Type,
  type UnionType,
} from 'typescript/unstable/sync';
import { declarationsOf } from './declarations-of.ts';

/** A value flows from one property to another of the same name. */
export interface Flow {
  readonly from: string;
  readonly fromSiblings: ReadonlySet<string>;
  readonly to: string;
  readonly toSiblings: ReadonlySet<string>;
}

interface Property {
  readonly name: string;
  readonly declarations: readonly string[];
  readonly symbol: Symbol;
}

export interface Way {
  /** Also follows properties of other names, and functions. */
  readonly isDeep: boolean;
  /** Pairs of types that have already been compared. */
  readonly done: Set<string>;
}

export interface Shapes {
  namesOf(type: Type): ReadonlySet<string>;
  /** Whether the type, or a type nested in it, has a property with one of the names. */
  concerns(type: Type): boolean;
  flowsBetween(source: Type, target: Type, way: Way): Flow[];
}

export function createShapes(checker: Checker, names: ReadonlySet<string>): Shapes {
  const parts: (type: Type) => readonly Type[] = remember((type: Type): readonly Type[] => {
    if (type.isUnionType()) return membersOf(type).flatMap((each) => parts(each));
    const name = type.isTypeReference() ? type.getSymbol()?.name : undefined;
    if (name !== undefined && HOLDERS.has(name) && type.isTypeReference()) {
      const [held] = checker.getTypeArguments(type);
      return held ? parts(held) : [];
    }
    return type.isObjectType() || type.isIntersectionType() ? [type] : [];
  }, []);
  const properties = remember((type: Type): readonly Property[] =>
    checker
      .getPropertiesOfType(type)
      .map((symbol) => ({ name: symbol.name, declarations: declarationsOf(symbol), symbol })),
  );
  const typesOf = remember((type: Type): ReadonlyMap<string, Type> => {
    const own = properties(type).filter(({ declarations }) => declarations.some((each) => !isForeign(each)));
    const found = own.map(({ symbol }) => unlessTuple(() => checker.getTypeOfSymbol(symbol)));
    return new Map(own.flatMap(({ name }, at) => (found[at] ? [[name, found[at]] as const] : [])));
  });
  const signatures = remember((type: Type): readonly Signature[] =>
    checker.getSignaturesOfType(type, SignatureKind.Call),
  );
  const siblings = remember((type: Type): ReadonlySet<string> => new Set(properties(type).map(({ name }) => name)));
  const concerned = remember((type: Type): boolean =>
    parts(type).some((part) => properties(part).some(({ name }) => names.has(name))),
  );
  const flowsBetween = (source: Type, target: Type, way: Way, depth = 0): Flow[] =>
    parts(target).flatMap((to) =>
      parts(source).flatMap((from) => {
        const pair = `${from.id}>${to.id}`;
        if (from.id === to.id || way.done.has(pair) || depth > 8) return [];
        way.done.add(pair);
        const targets = new Map(properties(to).map((each) => [each.name, each]));
        const through = properties(from).flatMap((each) => {
          const other = names.has(each.name) || way.isDeep ? targets.get(each.name) : undefined;
          if (!other) return [];
          const isSame = each.declarations.some((one) => other.declarations.includes(one));
          // Two instances of one generic type share this property, but its value may have two declarations.
          if (isSame && !way.isDeep) return [];
          const inner = typesOf(from).get(each.name);
          const outer = typesOf(to).get(each.name);
          const inside = inner && outer ? flowsBetween(inner, outer, way, depth + 1) : [];
          return [...(names.has(each.name) && !isSame ? flowsOf(each, from, other, to) : []), ...inside];
        });
        return way.isDeep ? [...through, ...flowsThroughCalls(from, to, way, depth)] : through;
      }),
    );

  const flowsOf = (each: Property, from: Type, other: Property, to: Type): Flow[] =>
    other.declarations.flatMap((end) =>
      each.declarations.map((begin) => ({
        from: begin,
        fromSiblings: siblings(from),
        to: end,
        toSiblings: siblings(to),
      })),
    );

  // A function that is passed on gets its arguments from its caller and returns its result to it.
  const flowsThroughCalls = (from: Type, to: Type, way: Way, depth: number): Flow[] => {
    const [own] = signatures(from);
    const [declared] = signatures(to);
    if (!own || !declared) return [];
    const typeOf = (symbol: Symbol): Type | undefined => unlessTuple(() => checker.getTypeOfSymbol(symbol));
    const ours = own.getParameters().map(typeOf);
    const theirs = declared.getParameters().map(typeOf);
    const result = unlessTuple(() => checker.getReturnTypeOfSignature(own));
    const wanted = unlessTuple(() => checker.getReturnTypeOfSignature(declared));
    return [
      ...ours.flatMap((parameter, at) => {
        const given = theirs[at];
        return parameter && given ? flowsBetween(given, parameter, way, depth + 1) : [];
      }),
      ...(result && wanted ? flowsBetween(result, wanted, way, depth + 1) : []),
    ];
  };
  return { namesOf: siblings, concerns: concerned, flowsBetween };
}

const membersOf = (union: UnionType): readonly Type[] => unlessTuple(() => union.getTypes()) ?? [];

const isForeign = (declaration: string): boolean => declaration.includes('/node_modules/');

// This version of the compiler's API fails for some tuples and for unions that contain them. They contain no fields.
function unlessTuple<V>(ask: () => V): V | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Error && error.message.includes('TupleType')) return undefined;
    throw error;
  }
}

// Containers, which are replaced by the type of their content.
const HOLDERS: ReadonlySet<string> = new Set(['Array', 'ReadonlyArray', 'Promise', 'PromiseLike']);

/** Caches results by type. `inside` is the result for a type that refers to itself. */
function remember<V>(find: (type: Type) => V, inside?: V): (type: Type) => V {
  const known = new Map<number, V>();
  return (type) => {
    if (known.has(type.id)) return known.get(type.id) as V;
    if (inside !== undefined) known.set(type.id, inside);
    const found = find(type);
    known.set(type.id, found);
    return found;
  };
}

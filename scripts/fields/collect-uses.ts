// Collects where code reads a property, and from which property to which other a value flows. Properties are identified
// by their declarations, which the compiler resolves, so another property of the same name does not count.
import type { Symbol, Type } from 'typescript/unstable/sync';
import { declarationsOf } from './declarations-of.ts';
import { findPlaces } from './find-places.ts';
import type { Program } from './open-program.ts';
import { createShapes, type Flow, type Way } from './type-shapes.ts';

export interface Use {
  /** Relative to the root. */
  readonly path: string;
  /** The names of all properties of the same object. */
  readonly siblings: ReadonlySet<string>;
}

export interface Uses {
  readonly reads: ReadonlyMap<string, readonly Use[]>;
  readonly flowsFrom: ReadonlyMap<string, readonly FlowAt[]>;
  readonly flowsTo: ReadonlyMap<string, readonly FlowAt[]>;
  /** Declarations of properties that are assigned an empty literal, such as `[]` or `false`. */
  readonly empties: ReadonlySet<string>;
}

export type FlowAt = Flow & { readonly path: string };

/** Property names, and the files to search, relative to the root. */
export interface Sought {
  readonly names: readonly string[];
  readonly where: RegExp;
}

export function collectUses({ project, files, root }: Program, sought: readonly Sought[]): Uses {
  const { checker, program } = project;
  const reads = new Map<string, Use[]>();
  const flowsFrom = new Map<string, FlowAt[]>();
  const flowsTo = new Map<string, FlowAt[]>();
  const empties = new Set<string>();
  const shapes = createShapes(checker, new Set(sought.flatMap((each) => each.names)));
  // One entry per top-level folder: pairs of types already compared in one folder still count in another.
  const ways = new Map<string, Way>();
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (!source) throw new Error(`${file} is not part of the program.`);
    const path = file.slice(root.length + 1);
    const isDeep = DEEP.test(path);
    const names = new Set(sought.flatMap((each) => (each.where.test(path) ? each.names : [])));
    if (names.size === 0) continue;
    const area = `${path.split('/', 1)[0]} ${isDeep}`;
    const way = ways.get(area) ?? { isDeep, done: new Set<string>() };
    ways.set(area, way);
    const { accesses, patterns, values, empties: written } = findPlaces(source, names, isDeep);
    for (const symbol of checker.getSymbolAtLocation(written))
      for (const declaration of declarationsOf(symbol)) empties.add(declaration);
    const read = (symbol: Symbol | undefined, owner: Type | undefined): void => {
      const siblings = owner ? shapes.namesOf(owner) : new Set<string>();
      for (const declaration of declarationsOf(symbol)) put(reads, declaration, { path, siblings });
    };
    const symbols = checker.getSymbolAtLocation(accesses.map(({ name }) => name));
    const owners = checker.getTypeAtLocation(accesses.map(({ owner }) => owner));
    for (const [at, { isAssigned }] of accesses.entries()) {
      if (!isAssigned) read(symbols[at], owners[at]);
      else
        for (const to of declarationsOf(symbols[at]))
          put(flowsTo, to, assignment(path, to, owners[at] ? shapes.namesOf(owners[at]) : new Set()));
    }
    const owned = checker.getTypeAtLocation(patterns.map(({ pattern }) => pattern));
    for (const [at, { names: bound }] of patterns.entries()) {
      const owner = owned[at];
      if (owner) for (const name of bound) read(checker.getPropertyOfType(owner, name), owner);
    }
    const types = checker.getTypeAtLocation(values);
    for (const [at, value] of values.entries()) {
      const type = types[at];
      if (!type || (!isDeep && !shapes.concerns(type))) continue;
      const target = checker.getContextualType(value);
      if (!target) continue;
      for (const each of shapes.flowsBetween(type, target, way)) {
        put(flowsFrom, each.from, { path, ...each });
        put(flowsTo, each.to, { path, ...each });
      }
    }
  }
  return { reads, flowsFrom, flowsTo, empties };
}

// Files that pass functions as parts of an object: route handlers and adapters.
const DEEP = /routes\.ts$|^(platforms|payments|identities|kit)\//;

function assignment(path: string, to: string, siblings: ReadonlySet<string>): FlowAt {
  return { path, from: ASSIGNED, fromSiblings: siblings, to, toSiblings: siblings };
}

/** The source of a value that is assigned to a property directly. */
export const ASSIGNED = 'assigned';

function put<V>(map: Map<string, V[]>, key: string, value: V): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

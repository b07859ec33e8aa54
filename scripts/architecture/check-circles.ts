// Import cycles. Files that depend on each other belong in one folder, so no cycle of imports, of types or values, may
// cross folders. Sibling areas must not import each other in both directions. (The linter checks value cycles within a
// folder.)
import { posix } from 'node:path';

import { isTestFile, resolve } from './check-imports.ts';
import { lineOf, parse, type Source, type Violation } from './read-sources.ts';

/** The area of a file, such as `server/features/orders`; undefined if it is in none. */
export type AreaOf = (path: string) => string | undefined;

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly at: string;
}

export function checkCircles(sources: readonly Source[], areaOf: AreaOf): Violation[] {
  const paths = new Set(sources.map(({ path }) => path));
  const edges = sources.filter(({ path }) => !isTestFile(path)).flatMap((source) => edgesOf(source, paths));
  return [...betweenFolders(edges), ...betweenAreas(edges, areaOf)];
}

function edgesOf(source: Source, paths: ReadonlySet<string>): Edge[] {
  const { path: from, text } = source;
  return parse(source).imports.flatMap(({ specifier, start, isLazy }) => {
    const to = resolve(from, specifier);
    // A lazily loaded file may import the file that loads it.
    if (to === undefined || isLazy || !paths.has(to)) return [];
    return [{ from, to, at: `${from}:${lineOf(text, start)}` }];
  });
}

function betweenFolders(edges: readonly Edge[]): Violation[] {
  const graph = Map.groupBy(edges, ({ from }) => from);
  const circleOf = findCircles(graph);
  return edges
    .filter(({ from, to }) => circleOf.get(from) === circleOf.get(to) && posix.dirname(from) !== posix.dirname(to))
    .map(({ to, at }) => ({ path: at, rule: 'circle', what: `${to} comes back to this file, from another folder` }));
}

function betweenAreas(edges: readonly Edge[], areaOf: AreaOf): Violation[] {
  const known = new Map<string, Edge>();
  for (const edge of edges) {
    const [own, other] = [areaOf(edge.from), areaOf(edge.to)];
    if (own !== undefined && other !== undefined && own !== other) known.set(`${own} ${other}`, edge);
  }
  return [...known].flatMap(([pair, { at }]) => {
    const [own = '', other = ''] = pair.split(' ');
    const back = known.get(`${other} ${own}`);
    if (!back || own > other) return [];
    return [{ path: at, rule: 'circle', what: `${own} and ${other} import each other, as ${back.at} does` }];
  });
}

/** Numbers each file's cycle, alone if it is in none: Tarjan's strongly connected components. */
function findCircles(graph: ReadonlyMap<string, readonly Edge[]>): Map<string, number> {
  const circleOf = new Map<string, number>();
  const order = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    open.push(file);
    let low = own;
    for (const { to } of graph.get(file) ?? []) {
      if (!order.has(to)) low = Math.min(low, visit(to));
      else if (!circleOf.has(to)) low = Math.min(low, order.get(to) ?? low);
    }
    if (low === own) for (const member of open.splice(open.indexOf(file))) circleOf.set(member, own);
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circleOf;
}

// Layers: the files of a folder form layers, listed from left to right. A file may import its own layer and those to
// the left.
import { isTestFile, resolve } from './check-imports.ts';
import { lineOf, parse, type Source, type Violation } from './read-sources.ts';

/** A path belongs to the last layer that matches it. */
export type Layers = readonly (readonly [name: string, paths: RegExp])[];

/** @param within the paths that must be in a layer */
export function checkLayers(source: Source, layers: Layers, within: RegExp): Violation[] {
  const { path, text } = source;
  if (!within.test(path) || isTestFile(path)) return [];
  const layerOf = (file: string): number => layers.findLastIndex(([, paths]) => paths.test(file));
  const own = layerOf(path);
  if (own === -1) return [{ path, rule: 'layer', what: 'add its folder to a layer' }];
  return parse(source).imports.flatMap(({ specifier, start }) => {
    const to = resolve(path, specifier);
    if (to === undefined || !within.test(to) || layerOf(to) <= own) return [];
    const what = `${layers[own]?.[0]} may not import ${layers[layerOf(to)]?.[0]}: ${to}`;
    return [{ path: `${path}:${lineOf(text, start)}`, rule: 'layer', what }];
  });
}

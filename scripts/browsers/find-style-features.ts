// Finds the browser features that a built style sheet needs; it is minified and has no comments. Rules in `@supports`
// are tested for, so they are not needed.
import { findFeature, type Feature } from './compat-data.ts';
import type { Need } from './find-features.ts';

export function findStyleNeeds(css: string): Need[] {
  const found = new Map<string, Need>();
  const need = (name: string, feature: Feature | undefined): void => {
    if (feature) found.set(name, { name, features: [feature] });
  };
  const plain = withoutTested(
    css.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""').replace(/\/\*[\s\S]*?\*\//g, ''),
  );
  for (const [, name = ''] of plain.matchAll(/@([a-z-]+)/g)) need(`@${name}`, findFeature('css', 'at-rules', name));
  for (const [, selector = ''] of plain.matchAll(/(?:^|[{};])([^{};@]+)\{/g))
    // Except vendor-prefixed ones such as `::-webkit-…`.
    for (const [, name = ''] of selector.matchAll(/::?([a-z][a-z-]*)/g))
      need(`:${name}`, findFeature('css', 'selectors', name));
  for (const [, name = '', value = ''] of plain.matchAll(/(?<=[{;]\s*)([a-z-]+)\s*:([^;{}]+)(?=[;}])/g)) {
    need(name, findFeature('css', 'properties', name));
    for (const [, word = ''] of value.matchAll(/(?<![\w-])([a-z-]+)(?![\w-]|:)/g)) {
      need(`${name}: ${word}`, findFeature('css', 'properties', name, word));
      need(`${word}()`, value.includes(`${word}(`) ? functionFeature(word) : undefined);
    }
    for (const [, unit = ''] of value.matchAll(/\d([a-z]+)\b/g)) need(`1${unit}`, unitFeature(unit));
  }
  return [...found.values()];
}

/** Removes the `@supports` blocks. */
function withoutTested(css: string): string {
  const begin = css.indexOf('@supports');
  if (begin < 0) return css;
  let depth = 0;
  for (let at = css.indexOf('{', begin); at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth === 0) return css.slice(0, begin) + withoutTested(css.slice(at + 1));
  }
  return css.slice(0, begin);
}

const functionFeature = (name: string): Feature | undefined =>
  findFeature('css', 'types', name) ??
  findFeature('css', 'types', 'color', name) ??
  findFeature('css', 'types', 'gradient', name) ??
  findFeature('css', 'types', 'transform-function', name);

const viewportUnits: Readonly<Record<string, string>> = { d: 'dynamic', s: 'small', l: 'large' };

function unitFeature(unit: string): Feature | undefined {
  const kind = /^([dsl])v(?:h|w|i|b|min|max)$/.exec(unit)?.[1] ?? '';
  return kind === ''
    ? findFeature('css', 'types', 'length', unit)
    : findFeature('css', 'types', 'length', `viewport_percentage_units_${viewportUnits[kind]}`);
}

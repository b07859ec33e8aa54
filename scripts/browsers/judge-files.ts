// Checks built files against the oldest supported browsers.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { OldestBrowsers } from '#model/supported-browsers.ts';
import { never, tooOldFor } from './compat-data.ts';
import { findNeeds, type Need } from './find-features.ts';
import { findStyleNeeds } from './find-style-features.ts';

/** Each unsupported feature once, with the versions that support it and the first file that uses it. */
export function judgeFiles(files: readonly string[], oldest: OldestBrowsers): string[] {
  const complaints = new Map<string, string>();
  for (const file of files) {
    for (const [name, words] of judgeText(readFileSync(file, 'utf8'), kindOf(file), oldest))
      if (!complaints.has(name)) complaints.set(name, `${name}: ${words} (${basename(file)})`);
  }
  return [...complaints.values()].sort();
}

/** The unsupported features of one text, by name. */
export function judgeText(text: string, kind: Kind, oldest: OldestBrowsers): Map<string, string> {
  const needs: Need[] = kind === 'css' ? findStyleNeeds(text) : findNeeds(text, kind);
  const judged = needs.flatMap(({ name, features }): [string, string][] => {
    // Takes the most widely supported interface: types are unknown, so the program gets the benefit of the doubt.
    const tooOld =
      features.map((feature) => tooOldFor(feature, oldest)).toSorted((a, b) => a.length - b.length)[0] ?? [];
    // If some browser never supported a feature that is known by name only, the name is more likely our own.
    const isNoAge = isKnownByNameAlone(name, kind) && tooOld.some((words) => words.endsWith(never));
    return tooOld.length === 0 || isNoAge ? [] : [[name, `since ${tooOld.join(', ')}`]];
  });
  return new Map(judged);
}

const isKnownByNameAlone = (name: string, kind: Kind): boolean => kind === 'css' || /^(\.|attribute )/.test(name);

type Kind = 'js' | 'ts' | 'css';

const kindOf = (file: string): Kind => (file.endsWith('.css') ? 'css' : file.endsWith('.ts') ? 'ts' : 'js');

// Holds built files to the oldest browsers that are supported.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { OldestBrowsers } from '#model/supported-browsers.ts';
import { never, tooOldFor } from './compat-data.ts';
import { findNeeds, type Need } from './find-features.ts';
import { findStyleNeeds } from './find-style-features.ts';

/** What is too young, each once, with who has it since when and in which file it was found first. */
export function judgeFiles(files: readonly string[], oldest: OldestBrowsers): string[] {
  const complaints = new Map<string, string>();
  for (const file of files) {
    for (const [name, words] of judgeText(readFileSync(file, 'utf8'), kindOf(file), oldest))
      if (!complaints.has(name)) complaints.set(name, `${name}: ${words} (${basename(file)})`);
  }
  return [...complaints.values()].sort();
}

/** What is too young in one text, by its name. */
export function judgeText(text: string, kind: Kind, oldest: OldestBrowsers): Map<string, string> {
  const needs: Need[] = kind === 'css' ? findStyleNeeds(text) : findNeeds(text, kind);
  const judged = needs.flatMap(({ name, features }): [string, string][] => {
    // The interface that is had by most: nothing is known of types, so the doubt is in favour of the program.
    const tooOld =
      features.map((feature) => tooOldFor(feature, oldest)).toSorted((a, b) => a.length - b.length)[0] ?? [];
    // What some browser has in no version is not a matter of age, and by its name alone it is more likely something of ours.
    const isNoAge = isKnownByNameAlone(name, kind) && tooOld.some((words) => words.endsWith(never));
    return tooOld.length === 0 || isNoAge ? [] : [[name, `since ${tooOld.join(', ')}`]];
  });
  return new Map(judged);
}

const isKnownByNameAlone = (name: string, kind: Kind): boolean => kind === 'css' || /^(\.|attribute )/.test(name);

type Kind = 'js' | 'ts' | 'css';

const kindOf = (file: string): Kind => (file.endsWith('.css') ? 'css' : file.endsWith('.ts') ? 'ts' : 'js');

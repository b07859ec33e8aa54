// Reads what a platform's README lists as known, assumed and unknown, to show it next to the game.
import { readFileSync } from 'node:fs';

/** Returns that section without its heading. Throws if it is missing. */
export function readAssumptions(folder: string): string {
  const path = `platforms/${folder}/README.md`;
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const [, section] = /^## (?:What is known|Known), assumed, unknown\n+([^]*?)(?=^## |$(?![^]))/m.exec(text) ?? [];
  if (section === undefined) throw new Error(`${path} does not say what is known, assumed and unknown.`);
  return section.trim();
}

import { readFileSync } from 'node:fs';

/** Returns that section of the platform's README. Throws if it is missing. */
export function readAssumptions(folder: string): string {
  const path = `platforms/${folder}/README.md`;
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const [, section] = /^## (?:What is known|Known), assumed, unknown\n+([^]*?)(?=^## |$(?![^]))/m.exec(text) ?? [];
  if (section === undefined) throw new Error(`${path} does not say what is known, assumed and unknown.`);
  return section.trim();
}

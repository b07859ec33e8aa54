// What the README of a platform says that is known, assumed and unknown about it: whoever tries a game there should see it as well.
import { readFileSync } from 'node:fs';

/** That part of the text, without its heading. Throws where there is none. */
export function readAssumptions(folder: string): string {
  const path = `platforms/${folder}/README.md`;
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const [, section] = /^## (?:What is known|Known), assumed, unknown\n+([^]*?)(?=^## |$(?![^]))/m.exec(text) ?? [];
  if (section === undefined) throw new Error(`${path} does not say what is known, assumed and unknown.`);
  return section.trim();
}

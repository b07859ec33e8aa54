// Playwright's global setup, after the template: replaces the demo games' pictures by plain areas of the same
// dimensions and file size. No test looks at the pictures, and rendering them takes a fifth of a page load.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { labTemplateVariable } from './lab-folder.ts';

const demoGames = join(import.meta.dirname, '../lab/games');

export default function simplifyDemoPictures(): void {
  const template = env[labTemplateVariable];
  if (template === undefined) throw new Error('The template has to be made first.');
  for (const path of globSync('*/art/**/*.svg', { cwd: demoGames })) {
    // The server checks its own games folder first.
    const file = join(template, 'games', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, plainPicture(readFileSync(join(demoGames, path), 'utf8')));
  }
}

/** Keeps the file size, because the browser's choice of the largest contentful paint depends on it. */
function plainPicture(svg: string): string {
  const [opening] = /<svg[^>]*>/.exec(svg) ?? [];
  if (opening === undefined) throw new Error(`This is no picture: ${svg.slice(0, 80)}`);
  const picture = `${opening}<path d="M0 0h9999v9999H0z" fill="#456"/></svg>`;
  return picture + ' '.repeat(Math.max(0, svg.length - picture.length));
}

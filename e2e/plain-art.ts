// Playwright's global set-up, after the template: the pictures of the demo games as plain areas of the same size and weight. No test
// looks at what is on them, and to draw them takes a fifth of a page.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { templateVariable } from './lab-folder.ts';

const demoGames = join(import.meta.dirname, '../lab/games');

export default function plainArt(): void {
  const template = env[templateVariable];
  if (template === undefined) throw new Error('The template has to be made first.');
  for (const path of globSync('*/art/**/*.svg', { cwd: demoGames })) {
    // The server looks into its own folder of games first.
    const file = join(template, 'games', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, plainPicture(readFileSync(join(demoGames, path), 'utf8')));
  }
}

/** What is painted largest is judged by a browser also by the weight of its file. */
function plainPicture(svg: string): string {
  const [opening] = /<svg[^>]*>/.exec(svg) ?? [];
  if (opening === undefined) throw new Error(`This is no picture: ${svg.slice(0, 80)}`);
  const picture = `${opening}<path d="M0 0h9999v9999H0z" fill="#456"/></svg>`;
  return picture + ' '.repeat(Math.max(0, svg.length - picture.length));
}

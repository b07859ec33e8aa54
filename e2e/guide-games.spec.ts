// Runs the examples of the game developers' guides in a browser against a lab: the Playwright guide's tests pass, and
// the mobile guide's page works on a phone.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from './lab-people.ts';
import { expect, separateLabSettings, type LabServer } from './lab-server.ts';

/** Declared by the mobile guide's page. */
declare const audio: AudioContext;

// The games added here would appear in the lists that other test files check.
test.use({ labEnv: separateLabSettings });

const root = join(import.meta.dirname, '..');
const guide = (name: string) => readFileSync(join(root, 'docs/guides', `${name}.md`), 'utf8');
const pageOf = (name: string) => /```html\n(.*?)```/s.exec(guide(name))?.[1] ?? '';
/** The files of a guide: a line with the file name, then a code block. */
const filesOf = (name: string) =>
  [...guide(name).matchAll(/^`([\w./-]+)`:\n\n```\w+\n(.*?)^```/gms)].map(([, file = '', code = '']) => ({
    file,
    code,
  }));

const environmentOf = (lab: LabServer) => ({
  ...process.env,
  DATA_DIR: lab.dataDir,
  PORT: new URL(lab.url).port,
  GAMES_PORT: String(lab.gamesPort),
});

async function addGame(lab: LabServer, name: string, folder: string): Promise<void> {
  const program = join(root, 'server/features/publishing/games-command.ts');
  const options = { env: environmentOf(lab), timeout: 120_000 };
  await promisify(execFile)(process.execPath, [program, 'add', name, folder], options);
}

test('the tests in the Playwright guide pass against a lab', async ({ lab }, info) => {
  const folder = mkdtempSync(join(tmpdir(), 'fxid-guide-'));
  try {
    mkdirSync(join(folder, 'my-game'));
    writeFileSync(join(folder, 'my-game/index.html'), pageOf('testing'));
    await addGame(lab, 'my-game', join(folder, 'my-game'));
    const files = filesOf('testing');
    expect(files.map(({ file }) => file)).toEqual([
      'products.json',
      'playwright.config.ts',
      'sell-products.ts',
      'my-game.spec.ts',
    ]);
    for (const { file, code } of files)
      writeFileSync(
        join(folder, file),
        code.replaceAll('localhost:8080', new URL(lab.url).host).replaceAll('../fxid', root),
      );
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    // The guide's tests use this project's browser and timeouts.
    const { launchOptions } = info.project.use;
    writeFileSync(
      join(folder, 'run.config.ts'),
      `import guide from './playwright.config.ts';
       const use = { ...guide.use, launchOptions: ${JSON.stringify(launchOptions)} };
       export default { ...guide, timeout: 240_000, expect: { timeout: 60_000 }, workers: 1, use };`,
    );
    const ofThisRun = /^(TEST_|PLAYWRIGHT_|PW_|FORCE_COLOR$)/;
    const env = Object.fromEntries(Object.entries(environmentOf(lab)).filter(([name]) => !ofThisRun.test(name)));
    const cli = join(root, 'node_modules/@playwright/test/cli.js');
    const args = [cli, 'test', '--config', 'run.config.ts', '--reporter', 'list'];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env, timeout: 280_000 }).catch(
      (error: { stdout?: string; stderr?: string }) => {
        throw new Error(`The guide's tests failed:\n${error.stdout}${error.stderr}`);
      },
    );
    expect(stdout).toMatch(/\b5 passed/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the page in the phone guide fills a phone's screen, and its sound starts with a touch", async ({
  lab,
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'fxid-phone-'));
  const context = await browser.newContext({
    viewport: { width: 390, height: 700 },
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  });
  try {
    writeFileSync(join(folder, 'index.html'), pageOf('phone'));
    for (const { file, code } of filesOf('phone')) writeFileSync(join(folder, file), code);
    await addGame(lab, 'phone-game', folder);
    const page = await context.newPage();
    await page.goto(`${lab.url}/play/phone-game?lang=en`);
    const stage = page.frameLocator('.player iframe').locator('#stage');
    await expect(stage).toHaveAttribute('data-insets', /^\d+ \d+ \d+ \d+$/);
    const frame = await page.locator('.player iframe').boundingBox();
    await expect
      .poll(() => stage.evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height]))
      .toEqual([frame?.width, frame?.height]);
    await stage.tap();
    await expect.poll(() => stage.evaluate(() => audio.state)).toBe('running');
  } finally {
    await context.close();
    rmSync(folder, { recursive: true });
  }
});

// Installs Lighthouse into a separate folder. It takes 180 MB and only this drill needs it, so it is not a dependency
// (docs/decisions/0068).
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { getuid } from 'node:process';
import { join } from 'node:path';
import { projectRoot, runProgram } from '#scripts/testing/run-program.ts';

export interface LighthouseReport {
  readonly runtimeError?: { readonly code: string; readonly message: string };
  readonly categories: Readonly<
    Record<
      string,
      { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] } | undefined
    >
  >;
  readonly audits: Readonly<
    Record<
      string,
      | {
          readonly title: string;
          readonly score?: number | null;
          readonly displayValue?: string;
          readonly details?: { readonly items?: readonly unknown[] };
        }
      | undefined
    >
  >;
}

export interface LighthouseOptions {
  readonly categories: readonly string[];
  /** Besides those of the categories. */
  readonly audits?: readonly string[];
  /** Of Chromium. */
  readonly flags: readonly string[];
  /** Sent with every request of the page. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly isDesktop?: boolean;
}

export interface Lighthouse {
  readonly version: string;
  readonly look: (address: string, options: LighthouseOptions) => Promise<LighthouseReport>;
}

const version = '13.5.0';
const installLimitMs = 10 * 60_000;
const lookLimitMs = 3 * 60_000;

export async function installLighthouse(browser: string): Promise<Lighthouse> {
  const folder = join(projectRoot, 'node_modules/.cache/lighthouse', version);
  const program = join(folder, 'node_modules/lighthouse/cli/index.js');
  if (!existsSync(program)) await install(folder);
  return {
    version,
    look: async (address, { categories, audits, flags, headers, isDesktop = false }) => {
      const file = join(folder, 'report.json');
      // Chromium's sandbox does not work as root; containers limit /dev/shm to 64 MB.
      const own = ['--headless=new', '--disable-dev-shm-usage', ...(getuid?.() === 0 ? ['--no-sandbox'] : [])];
      const args = [
        program,
        address,
        '--quiet',
        '--output=json',
        `--output-path=${file}`,
        `--only-categories=${categories.join(',')}`,
        ...(audits ? [`--only-audits=${audits.join(',')}`] : []),
        `--chrome-flags=${[...own, ...flags].join(' ')}`,
        ...(headers ? [`--extra-headers=${JSON.stringify(headers)}`] : []),
        ...(isDesktop ? ['--preset=desktop'] : []),
      ];
      const run = () => runProgram(process.execPath, args, { timeoutMs: lookLimitMs, env: { CHROME_PATH: browser } });
      let { ok, output } = await run();
      // On a busy machine Lighthouse may lose its trace; it reports that, and a second run helps.
      if (!ok && output.includes('Please run Lighthouse again')) ({ ok, output } = await run());
      if (!ok) throw new Error(output);
      const report = JSON.parse(await readFile(file, 'utf8')) as LighthouseReport;
      if (report.runtimeError) throw new Error(`${report.runtimeError.code}: ${report.runtimeError.message}`);
      return report;
    },
  };
}

async function install(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  const { ok, output } = await runProgram(npm, [...args, `lighthouse@${version}`], { timeoutMs: installLimitMs });
  if (!ok) throw new Error(`Lighthouse could not be installed.\n${output}`);
}

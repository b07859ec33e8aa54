// npm run drills -- lighthouse: runs Lighthouse on the home page and on a game's page with its phone profile. The
// portal runs in production mode, behind TLS and HTTP/2, with a thousand games and their pictures. The median of five
// runs counts, as Lighthouse's documentation advises, because scores depend on the machine's load.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '#scripts/testing/programs.ts';
import { runSteps } from '../run-steps.ts';
import { installLighthouse, type LighthouseReport } from './install-lighthouse.ts';
import { startManyGamesPortal } from './many-games-portal.ts';
import { openTlsProxy } from './tls-proxy.ts';

const runs = 5;
const pages = ['/', '/Games/gem-miner'];
const wanted = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 } as const;
type Category = keyof typeof wanted;
const categories = Object.keys(wanted) as Category[];

await runSteps(async (step, parts) => {
  const folder = await mkdtemp(join(tmpdir(), 'fxid-lighthouse-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const browser = findChromium();
  if (browser === undefined) throw new Error('Chromium was not found. Install it, or set CHROME_PATH.');
  let judge: Awaited<ReturnType<typeof installLighthouse>> | undefined;
  await step('Lighthouse is installed', async () => {
    judge = await installLighthouse(browser);
    return judge.version;
  });
  const portal = parts.use(await startManyGamesPortal(folder));
  const door = parts.use(await openTlsProxy({ folder, host: portal.host, port: portal.port }));
  const faults: string[] = [];
  for (const path of pages)
    await step(`Lighthouse measures ${path}`, async () => {
      const reports: LighthouseReport[] = [];
      for (let run = 0; run < runs; run += 1)
        if (judge) reports.push(await judge.look(`https://${portal.host}${path}`, { categories, flags: door.flags }));
      const scores = categories.map((name) => [name, medianScore(reports, name)] as const);
      const told = scores.map(([name, score]) => `${name} ${Math.round(score * 100)}`).join(', ');
      const poor = scores.filter(([name, score]) => score < wanted[name]).map(([name]) => name);
      for (const name of poor) faults.push(`${path}: ${told}`, ...listFaults(reports, name));
      return `${told}; ${listFigures(reports)}`;
    });
  await step('all scores reach their targets', async () => {
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
});

function scoreOf(report: LighthouseReport, name: Category): number {
  return report.categories[name]?.score ?? 0;
}

function middleRun(reports: readonly LighthouseReport[], name: Category): LighthouseReport | undefined {
  return reports.toSorted((a, b) => scoreOf(a, name) - scoreOf(b, name))[Math.floor(reports.length / 2)];
}

function medianScore(reports: readonly LighthouseReport[], name: Category): number {
  const report = middleRun(reports, name);
  return report ? scoreOf(report, name) : 0;
}

function listFaults(reports: readonly LighthouseReport[], name: Category): string[] {
  const report = middleRun(reports, name);
  return (report?.categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = report?.audits[id];
    if (!audit || weight === 0 || audit.score === null || audit.score === undefined || audit.score === 1) return [];
    const about = JSON.stringify(audit.details?.items ?? []).slice(0, 1500);
    return [`  ${name}: ${id} ${audit.score} ${audit.displayValue ?? ''} ${audit.title} ${about}`];
  });
}

function listFigures(reports: readonly LighthouseReport[]): string {
  const report = middleRun(reports, 'performance');
  return ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
    .map((id) => `${id} ${report?.audits[id]?.displayValue ?? '?'}`)
    .join(', ');
}

// npm run drills -- lighthouse [--console]: runs Lighthouse on the home page and on a game's page with its phone
// profile, then on pages of the console as a phone and as a desktop. The portal runs in production mode, behind TLS and
// HTTP/2, with a thousand games and their pictures. Of the portal's pages the median of five runs counts, as
// Lighthouse's documentation advises, because performance depends on the machine's load. The console has no target for
// performance, so one run is enough. `--console` measures only the console, with fewer games.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '#scripts/testing/programs.ts';
import { runSteps } from '../run-steps.ts';
import { installLighthouse, type Lighthouse, type LighthouseReport } from './install-lighthouse.ts';
import { startManyGamesPortal } from './many-games-portal.ts';
import { openTlsProxy } from './tls-proxy.ts';

const { values: options } = parseArgs({
  options: { console: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const runs = 5;
const portalPages = ['/', '/Games/gem-miner'];
const signInPage = '/sign-in';
const signedInPages = ['/overview', '/players', '/games/gem-miner'];
const portalTargets = { performance: 0.95, accessibility: 1, 'best-practices': 1, seo: 1 };
const consoleTargets = { accessibility: 1, 'best-practices': 1 };

type Targets = Readonly<Record<string, number>>;

await runSteps(async (step, parts) => {
  const folder = await mkdtemp(join(tmpdir(), 'fxid-lighthouse-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const browser = findChromium();
  if (browser === undefined) throw new Error('Chromium was not found. Install it, or set CHROME_PATH.');
  let installed: Lighthouse | undefined;
  await step('Lighthouse is installed', async () => {
    installed = await installLighthouse(browser);
    return installed.version;
  });
  if (!installed) return;
  const lighthouse = installed;
  const portal = parts.use(await startManyGamesPortal(folder, { games: options.console ? 50 : 1000 }));
  const { host, consoleHost, port, operatorCookie } = portal;
  const { flags } = parts.use(await openTlsProxy({ folder, hosts: [host, consoleHost], port }));
  const faults: string[] = [];
  const rate = (page: string, reports: readonly LighthouseReport[], targets: Targets): string => {
    const scores = Object.keys(targets).map((name) => [name, medianScore(reports, name)] as const);
    const told = scores.map(([name, score]) => `${name} ${Math.round(score * 100)}`).join(', ');
    const poor = scores.filter(([name, score]) => score < (targets[name] ?? 1)).map(([name]) => name);
    for (const name of poor) faults.push(`${page}: ${told}`, ...listFaults(reports, name));
    return told;
  };
  for (const path of options.console ? [] : portalPages)
    await step(`Lighthouse measures ${path}`, async () => {
      const reports: LighthouseReport[] = [];
      const categories = Object.keys(portalTargets);
      for (let run = 0; run < runs; run += 1)
        reports.push(await lighthouse.look(`https://${host}${path}`, { categories, flags }));
      return `${rate(path, reports, portalTargets)}; ${listFigures(reports)}`;
    });
  for (const isDesktop of [false, true])
    for (const path of [signInPage, ...signedInPages]) {
      const page = `the console's ${path} as a ${isDesktop ? 'desktop' : 'phone'}`;
      await step(`Lighthouse measures ${page}`, async () => {
        const isSignedIn = path !== signInPage;
        const report = await lighthouse.look(`https://${consoleHost}${path}`, {
          categories: Object.keys(consoleTargets),
          audits: ['network-requests'],
          flags,
          isDesktop,
          ...(isSignedIn && { headers: { cookie: operatorCookie } }),
        });
        // Without a session the same address shows the sign-in.
        if (hasOperatorReply(report) !== isSignedIn)
          throw new Error(`The page was shown ${isSignedIn ? 'without' : 'with'} an operator's session.`);
        return rate(page, [report], consoleTargets);
      });
    }
  await step('all scores reach their targets', async () => {
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
});

function scoreOf(report: LighthouseReport, name: string): number {
  return report.categories[name]?.score ?? 0;
}

function middleRun(reports: readonly LighthouseReport[], name: string): LighthouseReport | undefined {
  return reports.toSorted((a, b) => scoreOf(a, name) - scoreOf(b, name))[Math.floor(reports.length / 2)];
}

function medianScore(reports: readonly LighthouseReport[], name: string): number {
  const report = middleRun(reports, name);
  return report ? scoreOf(report, name) : 0;
}

function listFaults(reports: readonly LighthouseReport[], name: string): string[] {
  const report = middleRun(reports, name);
  return (report?.categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const audit = report?.audits[id];
    if (!audit || weight === 0 || audit.score === null || audit.score === undefined || audit.score === 1) return [];
    const about = JSON.stringify(audit.details?.items ?? []).slice(0, 1500);
    return [`  ${name}: ${id} ${audit.score} ${audit.displayValue ?? ''} ${audit.title} ${about}`];
  });
}

/** Whether a call of operators succeeded while the page loaded. */
function hasOperatorReply({ audits }: LighthouseReport): boolean {
  const requests = audits['network-requests']?.details?.items as readonly { url: string; statusCode: number }[];
  return requests.some(({ url, statusCode }) => url.includes('/api/v1/operator/') && statusCode === 200);
}

function listFigures(reports: readonly LighthouseReport[]): string {
  const report = middleRun(reports, 'performance');
  return ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']
    .map((id) => `${id} ${report?.audits[id]?.displayValue ?? '?'}`)
    .join(', ');
}

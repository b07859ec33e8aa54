// The tables of docs/guides/games-for-other-portals.md, from the manifests.
import type { ForeignCall, ForeignSdkManifest } from './port.ts';

const start = '<!-- calls: written by npm run foreign-sdks -->';
const end = '<!-- end of calls -->';

export function replaceCallTables(guide: string, manifests: readonly ForeignSdkManifest[]): string {
  const [from, to] = [guide.indexOf(start), guide.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The guide needs the lines ${start} and ${end}.`);
  return `${guide.slice(0, from + start.length)}\n\n${manifests.map(formatManifest).join('\n')}\n${guide.slice(to)}`;
}

function formatManifest({ title, scripts, calls }: ForeignSdkManifest): string {
  const versions = [...new Set(scripts.map(({ version }) => version))].toSorted();
  const rows = calls.map((call) => formatRow(call, versions));
  const heading = `## ${title}\n\nReplaced: ${scripts.map(({ address }) => `\`${address}\``).join(', ')}.`;
  return `${heading}\n\n| call | versions | | what happens |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

const formatRow = ({ call, versions, support, does }: ForeignCall, all: readonly string[]): string =>
  `| \`${call}\` | ${!versions && all.length > 4 ? 'all' : (versions ?? all).join(', ')} | ${marks[support]} | ${does.replaceAll('|', '\\|')} |`;

const marks = { yes: '✓', partly: 'partly', no: '–' } as const;

// Finds the parts of a Unity WebGL build by name. Unity names them `{name}.loader.js`, `{name}.data` and so on, or by
// hash; compressed ones end in `.gz`, `.br` or `.unityweb`. Of several builds in a folder the newest counts.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { missingAs } from '#server/missing-files.ts';

export interface UnityBuild {
  /** Paths relative to the game's folder. */
  readonly loader: string;
  readonly data: string;
  readonly framework: string;
  readonly code: string;
  readonly symbols?: string;
  readonly memory?: string;
  /** The transfer size of all files that load before the game starts. */
  readonly bytes: number;
  readonly companyName?: string;
  readonly productName?: string;
  readonly productVersion?: string;
}

/** The build in a game's folder, unless the folder has a custom page, that is, one other than Unity's default. */
export async function findUnityBuild(folder: string): Promise<UnityBuild | undefined> {
  const page = await readFile(join(folder, 'index.html'), 'utf8').catch(missingAs(undefined));
  if (page !== undefined && !isStockPage(page)) return undefined;
  return findUnityBuildIn(page, await listFiles(join(folder, 'Build')));
}

/** @param files those in the folder `Build` */
export function findUnityBuildIn(page: string | undefined, files: readonly UnityBuildFile[]): UnityBuild | undefined {
  if (page !== undefined && !isStockPage(page)) return undefined;
  const loader = newest(files.filter(({ name }) => name.endsWith('.loader.js')));
  if (!loader) return undefined;
  const prefix = loader.name.slice(0, -'.loader.js'.length);
  const part = (ending: string): UnityBuildFile | undefined => {
    const fitting = files.filter(({ name }) => compressions.some((each) => name.endsWith(ending + each)));
    return newest(fitting.filter(({ name }) => name.startsWith(`${prefix}.`))) ?? newest(fitting);
  };
  const [data, framework, code] = [part('.data'), part('.framework.js'), part('.wasm')];
  if (!data || !framework || !code) return undefined;
  const [symbols, memory] = [part('.symbols.json'), part('.mem')];
  return {
    loader: addressOf(loader),
    data: addressOf(data),
    framework: addressOf(framework),
    code: addressOf(code),
    ...(symbols && { symbols: addressOf(symbols) }),
    ...(memory && { memory: addressOf(memory) }),
    bytes: data.bytes + framework.bytes + code.bytes,
    ...(page !== undefined && namesIn(page)),
  };
}

export interface UnityBuildFile {
  readonly name: string;
  readonly bytes: number;
  readonly changedMs: number;
}

const compressions = ['', '.gz', '.br', '.unityweb'];

/** Unity's default templates since 2020 start the game in the page and have a TemplateData folder. */
const isStockPage = (html: string): boolean => html.includes('createUnityInstance(') && html.includes('TemplateData/');

function namesIn(html: string): Partial<Pick<UnityBuild, 'companyName' | 'productName' | 'productVersion'>> {
  const names = ['companyName', 'productName', 'productVersion'] as const;
  const pattern = /\b(companyName|productName|productVersion)\s*:\s*(["'])((?:(?!\2)[^\\\n])*)\2/g;
  const found = new Map([...html.matchAll(pattern)].map(([, name, , value]) => [name, value]));
  return Object.fromEntries(names.flatMap((name) => (found.has(name) ? [[name, found.get(name)]] : [])));
}

async function listFiles(folder: string): Promise<UnityBuildFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(missingAs([]));
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async ({ name }) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return { name, bytes: size, changedMs: mtimeMs };
    }),
  );
}

const newest = (files: readonly UnityBuildFile[]): UnityBuildFile | undefined =>
  files.toSorted((one, other) => other.changedMs - one.changedMs)[0];

const addressOf = ({ name }: UnityBuildFile): string => `Build/${encodeURIComponent(name)}`;

// Finds the addresses that a page, style sheet or script loads, except those that code assembles.
export interface FileReference {
  readonly address: string;
  /** True: the file loads it. False: the address only appears in a script. */
  readonly isLoaded: boolean;
}

export function findReferences(path: string, text: string): FileReference[] {
  if (/\.html?$/i.test(path)) return referencesOfPage(text);
  if (/\.css$/i.test(path)) return loaded(addressesOfStyle(text));
  return referencesOfProgram(text);
}

export function decodeUrlPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return pathname.slice(1);
  }
}

function referencesOfPage(html: string): FileReference[] {
  const text = html.replaceAll(/<!--[\s\S]*?-->/g, '');
  const tags = [...text.matchAll(/<(\w+)\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/g)];
  const ofTags = tags.flatMap(([, name = '', attributes = '']) => addressesOfTag(name.toLowerCase(), attributes));
  const styles = [...text.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style\s*>/gi)].map(([, style = '']) => style);
  const programs = [...text.matchAll(/<script\b(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script\s*>/gi)];
  return [
    ...loaded([...ofTags, ...styles.flatMap(addressesOfStyle)]),
    ...programs.flatMap(([, program = '']) => referencesOfProgram(program)),
  ];
}

function addressesOfTag(name: string, attributes: string): string[] {
  const valueOf = (attribute: string): string[] => findHtmlAttribute(attributes, attribute) ?? [];
  if (name === 'link') {
    const [rel = ''] = valueOf('rel');
    return /stylesheet|icon|manifest|preload|prefetch/i.test(rel) ? valueOf('href') : [];
  }
  if (['script', 'img', 'audio', 'video', 'source', 'track', 'iframe', 'embed', 'input'].includes(name))
    return [...valueOf('src'), ...valueOf('poster')];
  return [];
}

export function findHtmlAttribute(attributes: string, name: string): [string] | undefined {
  const all = attributes.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g);
  const [, , double, single, plain] = [...all].find(([, each = '']) => each.toLowerCase() === name) ?? [];
  const value = double ?? single ?? plain;
  return value === undefined || value.trim() === '' ? undefined : [value.trim().replaceAll('&amp;', '&')];
}

const addressesOfStyle = (style: string): string[] =>
  [
    ...style.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"'\s]+))\s*\)/g),
    ...style.matchAll(/@import\s+(?:"([^"]*)"|'([^']*)')/g),
  ].flatMap(([, double, single, plain]) => double ?? single ?? plain ?? []);

// Calls and assignments that load an address. Other texts that look like one may be links or licences.
const loading =
  /(?:\b(?:fetch|importScripts|import|Worker|WebSocket|EventSource|Image|Audio)\s*\(\s*|\.open\s*\(\s*["'][A-Z]+["']\s*,\s*|\.src\s*=\s*|\bfrom\s*|\bimport\s*)(["'`])([^"'`\s]{1,500})\1/g;
const named = /(["'`])((?:https?|wss?):\/\/[a-z0-9][^"'`\s\\]{2,500})/gi;

function referencesOfProgram(text: string): FileReference[] {
  const certain = [...text.matchAll(loading)].flatMap(([, , address = '']) =>
    // A bare word is a package name or a key, not a file.
    /^(\.{0,2}\/|[a-z]+:\/\/)|\.(js|mjs|wasm|json|png|jpg|jpeg|webp|svg|gif|mp3|ogg|wav|mp4)$/i.test(address)
      ? [address]
      : [],
  );
  const others = [...text.matchAll(named)].map(([, , address = '']) => address);
  return [...loaded(certain), ...others.map((address) => ({ address, isLoaded: false }))];
}

const loaded = (addresses: readonly string[]): FileReference[] =>
  addresses
    .filter((address) => !/^(data|blob|about|javascript|mailto|tel):|[{}]|\$\{|^#/i.test(address))
    .map((address) => ({ address, isLoaded: true }));

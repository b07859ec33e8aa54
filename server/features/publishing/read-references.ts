// What the files of a game name: addresses that a page, a style sheet or a program loads when it runs. Read from the text
// alone, so it finds what is written down and nothing that a program puts together.
export interface Reference {
  readonly address: string;
  /** Certain: it is loaded from here. Otherwise the address only stands in a program. */
  readonly isLoaded: boolean;
}

export function readReferences(path: string, text: string): Reference[] {
  if (/\.html?$/i.test(path)) return referencesOfPage(text);
  if (/\.css$/i.test(path)) return loaded(addressesOfStyle(text));
  return referencesOfProgram(text);
}

/** The path of a file as its name is; where it is encoded wrongly, as it stands. */
export function decodePath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return pathname.slice(1);
  }
}

function referencesOfPage(html: string): Reference[] {
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
  const valueOf = (attribute: string): string[] => findAttribute(attributes, attribute) ?? [];
  if (name === 'link') {
    const [rel = ''] = valueOf('rel');
    return /stylesheet|icon|manifest|preload|prefetch/i.test(rel) ? valueOf('href') : [];
  }
  if (['script', 'img', 'audio', 'video', 'source', 'track', 'iframe', 'embed', 'input'].includes(name))
    return [...valueOf('src'), ...valueOf('poster')];
  return [];
}

/** The value of an attribute in the text of a tag, as a list of at most one. */
export function findAttribute(attributes: string, name: string): [string] | undefined {
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

// What is called or set with an address loads it; any other text that looks like one may be a link or a licence.
const loading =
  /(?:\b(?:fetch|importScripts|import|Worker|WebSocket|EventSource|Image|Audio)\s*\(\s*|\.open\s*\(\s*["'][A-Z]+["']\s*,\s*|\.src\s*=\s*|\bfrom\s*|\bimport\s*)(["'`])([^"'`\s]{1,500})\1/g;
const named = /(["'`])((?:https?|wss?):\/\/[a-z0-9][^"'`\s\\]{2,500})/gi;

function referencesOfProgram(text: string): Reference[] {
  const certain = [...text.matchAll(loading)].flatMap(([, , address = '']) =>
    // A bare word is the name of a package or a key, and not a file.
    /^(\.{0,2}\/|[a-z]+:\/\/)|\.(js|mjs|wasm|json|png|jpg|jpeg|webp|svg|gif|mp3|ogg|wav|mp4)$/i.test(address)
      ? [address]
      : [],
  );
  const others = [...text.matchAll(named)].map(([, , address = '']) => address);
  return [...loaded(certain), ...others.map((address) => ({ address, isLoaded: false }))];
}

const loaded = (addresses: readonly string[]): Reference[] =>
  addresses
    // What a template fills in is not written down here.
    .filter((address) => !/^(data|blob|about|javascript|mailto|tel):|[{}]|\$\{|^#/i.test(address))
    .map((address) => ({ address, isLoaded: true }));

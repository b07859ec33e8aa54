// Finds elements that could run a script or lead to an unintended address, for tests that render untrusted texts.

export interface InspectedPage {
  querySelectorAll(selector: string): Iterable<InspectedElement>;
}

interface InspectedElement {
  readonly localName: string;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
}

/**
 * @param usual the same page with harmless texts; its scripts and frames are allowed, each as often as it occurs there
 */
export function findUnsafeElements(page: InspectedPage, usual?: InspectedPage): string[] {
  const own = new Map<string, number>();
  const kindsOf = (element: InspectedElement): number => own.get(kindOf(element)) ?? 0;
  for (const element of usual?.querySelectorAll('*') ?? []) own.set(kindOf(element), kindsOf(element) + 1);
  return [...page.querySelectorAll('*')].flatMap((element) => {
    const isRunning = running.has(element.localName);
    const isOwn = isRunning && kindsOf(element) > 0;
    if (isOwn && element.localName !== 'link') own.set(kindOf(element), kindsOf(element) - 1);
    const isDangerous = hasOddAttribute(element) || (isRunning && !isOwn);
    return isDangerous ? [write(element)] : [];
  });
}

const running = new Set('animate base embed frame iframe link meta object portal script set style template'.split(' '));

const addresses = new Set('action background data formaction href ping poster src srcset xlink:href'.split(' '));

function hasOddAttribute(element: InspectedElement): boolean {
  // Images run no scripts, whatever their URL is.
  const isPicture = /^(img|source)$|^link.* as="image"/.test(kindOf(element));
  return [...element.attributes].some(({ name, value }) => {
    if (/^on|^srcdoc$/i.test(name)) return true;
    if (name === 'style') return /url\(|expression|@import/i.test(value);
    if (!addresses.has(name) || isPicture) return false;
    // Browsers ignore spaces and invisible characters.
    const address = value.replaceAll(/[\p{Cc}\p{Cf}\p{Z}]/gu, '');
    return /^(javascript|vbscript|blob|file):|^data:(?!,$|image\/)/i.test(address);
  });
}

function kindOf({ localName, attributes }: InspectedElement): string {
  if (!running.has(localName)) return localName;
  const told = [...attributes].map(({ name, value }) =>
    /^(as|charset|http-equiv|id|name|nonce|rel|sandbox|type)$/.test(name) ? `${name}="${value}"` : name,
  );
  return [localName, ...told.toSorted()].join(' ');
}

const write = ({ localName, attributes }: InspectedElement): string =>
  `<${[localName, ...[...attributes].map(({ name, value }) => `${name}="${value.slice(0, 100)}"`)].join(' ')}>`;

// What of a page could run something, or lead somewhere that nobody meant: for tests that draw texts of strangers.

/** As much of a document as is looked at, whoever has read it. */
export interface LookedAt {
  querySelectorAll(selector: string): Iterable<LookedAtElement>;
}

interface LookedAtElement {
  readonly localName: string;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
}

/** @param usual the same page with harmless words: what runs there may run here, as often */
export function findDanger(page: LookedAt, usual?: LookedAt): string[] {
  const own = new Map<string, number>();
  const kindsOf = (element: LookedAtElement): number => own.get(kindOf(element)) ?? 0;
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

function hasOddAttribute(element: LookedAtElement): boolean {
  // A picture runs nothing, whatever its address is.
  const isPicture = /^(img|source)$|^link.* as="image"/.test(kindOf(element));
  return [...element.attributes].some(({ name, value }) => {
    if (/^on|^srcdoc$/i.test(name)) return true;
    if (name === 'style') return /url\(|expression|@import/i.test(value);
    if (!addresses.has(name) || isPicture) return false;
    // Browsers read past spaces and what cannot be seen.
    const address = value.replaceAll(/[\p{Cc}\p{Cf}\p{Z}]/gu, '');
    return /^(javascript|vbscript|blob|file):|^data:(?!,$|image\/)/i.test(address);
  });
}

/** Its name, those of its attributes, and what makes a script or a link what it is. */
function kindOf({ localName, attributes }: LookedAtElement): string {
  if (!running.has(localName)) return localName;
  const told = [...attributes].map(({ name, value }) =>
    /^(as|charset|http-equiv|id|name|nonce|rel|sandbox|type)$/.test(name) ? `${name}="${value}"` : name,
  );
  return [localName, ...told.toSorted()].join(' ');
}

const write = ({ localName, attributes }: LookedAtElement): string =>
  `<${[localName, ...[...attributes].map(({ name, value }) => `${name}="${value.slice(0, 100)}"`)].join(' ')}>`;

// Masks secrets in logged bodies and addresses, by name or because a value looks like a token.

const maxDepth = 6;
const maxText = 400;
const maxItems = 20;

export function maskSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, maxItems).map((item) => maskSecrets(item, depth + 1));
    return value.length > maxItems ? [...shown, `… and ${value.length - maxItems} more`] : shown;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, inside]) => [
      name,
      isSecretName.test(name) && typeof inside !== 'object' && typeof inside !== 'boolean'
        ? hidden
        : maskSecrets(inside, depth + 1),
    ]),
  );
}

export function maskPath(path: string): string {
  return path
    .split('/')
    .map((part) => (isUuid.test(part) || !looksSecret(part) ? part : hidden))
    .join('/');
}

const hidden = '•••';

const isSecretName =
  /token|secret|password|authorization|cookie|signature|signed|hash$|^sig$|^sign$|auth_?key|api_?key|^key$|code$|verifier|init_?data|query_?string|proof|email|^ip/i;
const isUuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function maskText(text: string): string {
  if (isUuid.test(text)) return text;
  // A signed query, as platforms pass it, or a long word that looks random.
  if (/(?:^|[?&])(?:hash|sign|sig|signature|auth_key|token)=/i.test(text) || (text.length > 40 && looksSecret(text)))
    return hidden;
  return text.length > maxText ? `${text.slice(0, maxText)}… (${text.length} characters)` : text;
}

/** One word with a digit that is too long for a normal word, or has the colon of a two-part key. */
const looksSecret = (text: string): boolean =>
  (text.length >= 24 || /\d:[\w-]{8,}/.test(decodeColon(text))) && /^[\w.:%~+/=-]+$/.test(text) && /\d/.test(text);

const decodeColon = (text: string): string => text.replaceAll(/%3a/gi, ':');

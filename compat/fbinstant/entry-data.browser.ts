// The data that a game attaches to a link. In the link it has only characters that no platform changes.

/** Undefined if the data can't be written as JSON. */
export function encodeEntryData(data: unknown): string | undefined {
  const json = JSON.stringify(data) as string | undefined;
  if (json === undefined) return undefined;
  const bytes = String.fromCharCode(...new TextEncoder().encode(json));
  return btoa(bytes).replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}

/** Null if there is no data, or if it wasn't written by `encodeEntryData`. */
export function decodeEntryData(text: string | undefined): unknown {
  if (text === undefined) return null;
  try {
    const bytes = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))));
  } catch {
    return null;
  }
}

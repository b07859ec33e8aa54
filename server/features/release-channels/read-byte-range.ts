// Reads the Range header of a request for a file whose content never changes under its ETag (RFC 9110, section 14).

export type ByteRange =
  | { readonly outcome: 'whole' }
  | { readonly outcome: 'part'; readonly start: number; readonly end: number }
  | { readonly outcome: 'not-satisfiable' };

const whole: ByteRange = { outcome: 'whole' };

/** Several ranges, other units and malformed headers get the whole file, as the RFC allows. */
export function readByteRange(
  {
    range,
    'if-range': ifRange,
  }: { readonly range?: string | undefined; readonly 'if-range'?: string | string[] | undefined },
  { bytes, etag }: { readonly bytes: number; readonly etag: string },
): ByteRange {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first === '' && last === '') return whole;
  // A date is not enough: the client must have the same content.
  if (ifRange !== undefined && ifRange !== etag) return whole;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < start) return whole;
  return start < bytes && start <= end ? { outcome: 'part', start, end } : { outcome: 'not-satisfiable' };
}

import { encodeQR } from 'qr';

/** What the largest code holds with this error correction. */
const maxBytes = 2331;

/** Black on white in both colour schemes: some cameras read nothing else. Renders nothing if the text is too long. */
export function QrCode({ text, label }: { text: string; label: string }) {
  if (new TextEncoder().encode(text).length > maxBytes) return null;
  const rows = encodeQR(text, 'raw', { border: 2, ecc: 'medium' });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg role="img" aria-label={label} width={200} height={200} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <rect width="100%" height="100%" rx={2} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

import { encodeQR } from 'qr';
import './qr-code.css';

/** A text as a QR code. Renders nothing if the text is too long for one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  if (new TextEncoder().encode(text).length > maxBytes) return null;
  const rows = encodeQR(text, 'raw', { ecc: 'medium' });
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg
      className="qr"
      viewBox={`-2 -2 ${rows.length + 4} ${rows.length + 4}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={`M-2-2h${rows.length + 4}v${rows.length + 4}h-${rows.length + 4}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The capacity of the largest QR code at this error correction level. */
const maxBytes = 2331;

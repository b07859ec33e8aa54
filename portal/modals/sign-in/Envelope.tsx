export function Envelope() {
  return (
    <svg className="envelope" viewBox="0 0 160 110" width="160" height="110" aria-hidden="true">
      <path className="back" d="M22 46 80 8l58 38v50a8 8 0 0 1-8 8H30a8 8 0 0 1-8-8z" />
      <g className="letter">
        <rect x="38" y="20" width="84" height="66" rx="6" />
        <path d="M52 36h38M52 48h56M52 60h28" />
        <circle cx="104" cy="34" r="7" />
      </g>
      <path className="front" d="M22 48l50 32a15 15 0 0 0 16 0l50-32v48a8 8 0 0 1-8 8H30a8 8 0 0 1-8-8z" />
      <path className="edge" d="M25 102 66 76M135 102 94 76" />
    </svg>
  );
}

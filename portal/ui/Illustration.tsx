const drawings = {
  empty: (
    <>
      <path d="M16 62h88l-8 26H24z" />
      <path d="M16 62l14-28h60l14 28" />
      <path d="M44 62c0 8 7 14 16 14s16-6 16-14" />
      <path d="M60 8v14M42 12l5 11M78 12l-5 11" opacity=".6" />
    </>
  ),
  broken: (
    <>
      <rect x="14" y="18" width="92" height="62" rx="10" />
      <path d="M60 18l-8 16 14 10-12 14 8 22" />
      <path d="M30 36v4M90 36v4M28 62c4-5 9-5 12 0M82 62c4-5 9-5 12 0" opacity=".7" />
    </>
  ),
  offline: (
    <>
      <path d="M34 74h52a18 18 0 0 0 2-36 28 28 0 0 0-54-4 20 20 0 0 0 0 40z" />
      <path d="M18 14l84 72" />
    </>
  ),
  soon: (
    <>
      <circle cx="60" cy="50" r="34" />
      <path d="M60 28v22l15 10" />
      <path d="M60 8v6M60 86v6M18 50h6M96 50h6" opacity=".6" />
    </>
  ),
} as const;

export type IllustrationName = keyof typeof drawings;

export function Illustration({ name }: { name: IllustrationName }) {
  return (
    <svg
      viewBox="0 0 120 100"
      width="120"
      height="100"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[name]}
    </svg>
  );
}

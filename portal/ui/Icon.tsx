// The portal's icons: strokes on a 24-pixel grid, inlined.
import type { ReactNode } from 'react';

const icons = {
  play: <path d="M7 4.5v15l12-7.5z" fill="currentColor" />,
  close: <path d="M6 6l12 12M18 6L6 18" />,
  globe: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3.5 9h17M3.5 15h17M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18" />,
  home: <path d="M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z" />,
  games: (
    <path d="M7 8h10a5 5 0 0 1 5 5v1a4 4 0 0 1-7 2.6L14 15h-4l-1 1.6A4 4 0 0 1 2 14v-1a5 5 0 0 1 5-5zM7 11v3M5.5 12.5h3M16.5 11.5v.01M18.5 13.5v.01" />
  ),
  person: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6" />,
  friends: (
    <path d="M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.7-3.6 3.1-5.5 6.5-5.5s5.8 1.9 6.5 5.5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M17.5 14.3c2.1.7 3.5 2.4 4 5.2" />
  ),
  back: <path d="M15 5l-7 7 7 7" />,
  bag: <path d="M5 8h14l1 12H4zM9 8V7a3 3 0 0 1 6 0v1M9 12v.01M15 12v.01" />,
  share: <path d="M12 15V4M8 7l4-4 4 4M5 12v7a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-7" />,
  star: <path d="M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9L12 16.9l-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z" fill="currentColor" />,
  install: <path d="M12 4v10M8 11l4 4 4-4M5 19h14" />,
  check: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  warning: <path d="M12 4l9 16H3zM12 10v4M12 17v.01" />,
  info: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v6M12 7.5v.01" />,
} as const;

export type IconName = keyof typeof icons;

export function Icon({ name, size }: { name: IconName; size?: number }) {
  return (
    <IconSvg className={name === 'back' ? 'icon turns' : 'icon'} size={size}>
      {icons[name]}
    </IconSvg>
  );
}

/** The SVG element of every icon, including those defined elsewhere. */
export function IconSvg({
  className = 'icon',
  size = 20,
  children,
}: {
  className?: string;
  size?: number | undefined;
  children: ReactNode;
}) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

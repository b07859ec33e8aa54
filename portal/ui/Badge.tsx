import type { ReactNode } from 'react';
import './badge.css';

export function Badge({
  tone = 'calm',
  children,
}: {
  tone?: 'calm' | 'accent' | 'good' | 'warning' | 'danger';
  children: ReactNode;
}) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

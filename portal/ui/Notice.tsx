import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import './notice.css';

const iconOf = { info: 'info', good: 'check', warning: 'warning', danger: 'warning' } as const;

/** Screen readers announce warnings and errors at once. */
export function Notice({
  tone = 'info',
  children,
  action,
}: {
  tone?: keyof typeof iconOf;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={`notice ${tone}`} role={tone === 'warning' || tone === 'danger' ? 'alert' : 'status'}>
      <Icon name={iconOf[tone]} />
      <div>{children}</div>
      {action}
    </div>
  );
}

import type { ReactNode } from 'react';
import { Illustration, type IllustrationName } from './Illustration.tsx';
import './empty-state.css';

/** An empty, failed or offline state: an illustration, a sentence and one action. */
export function EmptyState({
  drawing,
  title,
  text,
  action,
  alert = false,
}: {
  drawing: IllustrationName;
  title: string;
  text?: string;
  action?: ReactNode;
  alert?: boolean;
}) {
  return (
    <div className="empty-state" role={alert ? 'alert' : undefined}>
      <Illustration name={drawing} />
      <p className="title">{title}</p>
      {text !== undefined && <p className="text">{text}</p>}
      {action}
    </div>
  );
}

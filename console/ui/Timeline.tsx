// What happened to an object, in order.
import { Timeline as Line } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateTime } from './DateTime.tsx';
import { Icon, type IconName } from './Icon.tsx';
import './timeline.css';

export interface TimelineEvent {
  readonly key: string;
  readonly at: string;
  readonly title: ReactNode;
  /** Details below the title. */
  readonly text?: ReactNode;
  readonly icon?: IconName;
  readonly color?: 'gray' | 'accent' | 'teal' | 'yellow' | 'red';
}

export function Timeline({ events, label }: { events: readonly TimelineEvent[]; label: string }) {
  return (
    <Line bulletSize={26} lineWidth={1} className="timeline" component="ol" aria-label={label}>
      {events.map(({ key, at, title, text, icon = 'clock', color = 'gray' }) => (
        <Line.Item key={key} component="li" title={title} color={color} bullet={<Icon name={icon} size={14} />}>
          {text !== undefined && <div className="timeline-text">{text}</div>}
          <div className="timeline-time">
            <DateTime at={at} />
          </div>
        </Line.Item>
      ))}
    </Line>
  );
}

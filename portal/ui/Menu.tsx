// A button that opens a short list. The browser's popover closes it on Escape and restores the focus.
import { useId, useRef, type ReactNode } from 'react';
import './menu.css';

export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly lang?: string;
  readonly current?: boolean;
  readonly choose: () => void;
}

export function Menu({ label, button, items }: { label: string; button: ReactNode; items: readonly MenuItem[] }) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  return (
    <div className="menu">
      <button type="button" className="button quiet" popoverTarget={id} aria-label={label}>
        {button}
      </button>
      <ul id={id} ref={list} popover="auto">
        {items.map((item) => (
          <li key={item.key}>
            <button
              type="button"
              lang={item.lang}
              aria-current={item.current}
              onClick={() => {
                list.current?.hidePopover();
                item.choose();
              }}
            >
              {item.label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

import type { ReactNode } from 'react';
import { Avatar } from '#portal/ui/Avatar.tsx';
import './friend-line.css';

/** A person with avatar, name and a line of text; `children` come at the end. */
export function FriendLine({
  id,
  name,
  children,
  end,
}: {
  id: string;
  name: string;
  children: ReactNode;
  end?: ReactNode;
}) {
  return (
    <div className="friend-line">
      <span aria-hidden="true">
        <Avatar id={id} name={name} size={44} />
      </span>
      <div>
        {/* Each text keeps its own direction, but all start at the same side. */}
        <p className="friend-name">
          <bdi>{name}</bdi>
        </p>
        <div className="friend-words">{children}</div>
      </div>
      {end}
    </div>
  );
}

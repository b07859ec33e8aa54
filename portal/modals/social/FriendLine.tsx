import type { ReactNode } from 'react';
import { Avatar } from '#portal/ui/Avatar.tsx';
import './friend-line.css';

/** Somebody with a picture, a name and a line of words; more of it at the end. */
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
        {/* In whichever direction they are written, they begin where the line does. */}
        <p className="friend-name">
          <bdi>{name}</bdi>
        </p>
        <div className="friend-words">{children}</div>
      </div>
      {end}
    </div>
  );
}

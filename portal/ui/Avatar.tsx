import { useState } from 'react';
import { runtimeConfig } from '#portal/runtime-config.ts';
import { avatarHue, getInitials } from './initials.ts';
import './avatar.css';

/**
 * Initials on a gradient that depends on the account. A name is sent to an avatar service only if the operator has
 * configured one.
 */
export function Avatar({ id, name, size = 40 }: { id: string; name: string; size?: number }) {
  const hue = avatarHue(id);
  const [isBroken, setBroken] = useState(false);
  const address = runtimeConfig.portal?.AvatarUrl?.replace('{name}', encodeURIComponent(name));
  return (
    <span
      className="avatar"
      style={{
        width: size,
        height: size,
        fontSize: size * 0.4,
        // OKLCH hues are equally dark, so white letters are readable on all of them.
        background: `linear-gradient(135deg, oklch(0.54 0.15 ${hue}), oklch(0.42 0.13 ${(hue + 50) % 360}))`,
      }}
    >
      <span className="unseen">{name}</span>
      <span aria-hidden="true">{getInitials(name)}</span>
      {address !== undefined && !isBroken && <img src={address} alt="" onError={() => setBroken(true)} />}
    </span>
  );
}

import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useOpenModal } from '#portal/modals/modal-stack.tsx';
import { usePage } from '#portal/page.ts';
import { WebLink } from '#portal/ui/WebLink.tsx';
import { findLegalPage, type GameLinks, type LegalType } from './legal-page.ts';

/** The way to the terms or the privacy policy, wherever they are, and opened as the operators have set it. */
export function LegalLink({
  type,
  title,
  game,
  isAside = false,
  children = title,
}: {
  type: LegalType;
  title: string;
  game?: GameLinks | undefined;
  /** Whoever follows it stays where he is. */
  isAside?: boolean;
  children?: ReactNode;
}) {
  const openModal = useOpenModal();
  const page = findLegalPage(type, usePage(), game);
  const tab = { target: '_blank', rel: 'noopener' };
  if (!page)
    return (
      <Link to={`/Docs/${type.toLowerCase()}`} {...(isAside && tab)}>
        {children}
      </Link>
    );
  const { url } = page;
  return (
    <WebLink
      href={url}
      {...tab}
      onClick={(event) => {
        if (!page.isModal) return;
        event.preventDefault();
        void openModal('document', { title, shown: { type: 'iframe', url }, origins: game?.FrameOrigins ?? [] });
      }}
    >
      {children}
    </WebLink>
  );
}

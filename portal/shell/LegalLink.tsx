import type { ReactNode } from 'react';
import { useHref } from 'react-router';
import { usePageEnvironment } from '#portal/page-environment.ts';
import { PageLink, WebLink } from '#portal/ui/WebLink.tsx';
import { findLegalPage, type GameLegalLinks, type LegalDocumentType } from './legal-page.ts';
import { useOpenDocument } from './use-open-document.ts';

export function LegalLink({
  type,
  title,
  game,
  isAside = false,
  children = title,
}: {
  type: LegalDocumentType;
  title: string;
  game?: GameLegalLinks | undefined;
  /** Opens in a new tab or over the page, so that the visitor stays on it. */
  isAside?: boolean;
  children?: ReactNode;
}) {
  const readDocument = useOpenDocument();
  const { url, isModal } = findLegalPage(type, usePageEnvironment(), game);
  const own = `/Docs/${type.toLowerCase()}` as const;
  const page = useHref(own);
  const tab = { target: '_blank', rel: 'noopener' };
  const onClick = (event: { preventDefault: () => void }): void => {
    if (!isModal) return;
    event.preventDefault();
    void readDocument({ type, title, page: new URL(page, window.location.href).href, links: game });
  };
  if (url === undefined)
    return (
      <PageLink to={own} onClick={onClick} {...(isAside && tab)}>
        {children}
      </PageLink>
    );
  return (
    <WebLink href={url} {...tab} onClick={onClick}>
      {children}
    </WebLink>
  );
}

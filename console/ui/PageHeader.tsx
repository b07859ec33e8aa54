import { Anchor, Breadcrumbs, Group, Text, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link, NavigationType, useNavigationType } from 'react-router';
import { usePortal } from '#console/session.ts';
import './page-header.css';

interface PageHeaderProps {
  /** Also the title of the document. */
  readonly title: string;
  readonly text?: ReactNode;
  /** Pages above this one. */
  readonly above?: readonly { readonly title: string; readonly path: string }[];
  /** Next to the title, such as a state. */
  readonly badge?: ReactNode;
  /** Buttons. */
  readonly children?: ReactNode;
}

let isFirstPage = true;

/** The heading of a page. It takes the focus after a navigation, so that screen readers read it. */
export function PageHeader({ title, text, above, badge, children }: PageHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { PortalName } = usePortal();
  const navigation = useNavigationType();
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
    // The browser scrolls back itself.
    if (navigation !== NavigationType.Pop) window.scrollTo(0, 0);
  }, [navigation]);
  useEffect(() => {
    document.title = [title, PortalName || 'FxId'].join(' · ');
  }, [title, PortalName]);
  return (
    <header className="page-header">
      <div className="page-header-texts">
        {above && (
          <Breadcrumbs separator="/" mb={4}>
            {above.map(({ title: name, path }) => (
              <Anchor key={path} component={Link} to={path} size="sm">
                {name}
              </Anchor>
            ))}
          </Breadcrumbs>
        )}
        <Group gap="sm">
          <Title order={1} tabIndex={-1} ref={heading}>
            {title}
          </Title>
          {badge}
        </Group>
        {text !== undefined && (
          <Text c="dimmed" size="md" mt={4} maw={720} component="div">
            {text}
          </Text>
        )}
      </div>
      {children !== undefined && <div className="page-header-actions">{children}</div>}
    </header>
  );
}

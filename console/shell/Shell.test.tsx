import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { isPermitted, operatorRoles, rolePermissions } from '#model/operator.ts';
import { pages } from '#console/routes.tsx';
import { fakeSession } from '#console/testing/fake-session.ts';
import { render } from '#console/testing/render.tsx';
import english from '#console/i18n/en.json';
import { ConsoleRoutes } from './ConsoleRoutes.tsx';
import { Shell } from './Shell.tsx';

const renderShell = (role: (typeof operatorRoles)[number], path = '/none') =>
  render(
    <Shell>
      <ConsoleRoutes />
    </Shell>,
    { session: fakeSession(role), path },
  );

const listMenu = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

describe('the menu', () => {
  it.each(operatorRoles)('shows a %s only pages that the role may see', (role) => {
    renderShell(role);
    const shown = listMenu();
    for (const { path, permission, isForPortal, menu } of pages) {
      const isAllowed = isPermitted(rolePermissions[role], permission) && !(isForPortal && role === 'studio');
      if (menu) expect(shown.includes(path), path).toBe(isAllowed);
    }
  });

  it('shows the search box only to roles that may search', () => {
    const { unmount } = renderShell('owner');
    expect(screen.getByRole('searchbox')).toBeTruthy();
    unmount();
    renderShell('studio');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });
});

it('a page that the role may not see is not there', async () => {
  renderShell('studio', '/audit-log');
  expect(await screen.findByText(english.shell.noPageTitle)).toBeTruthy();
});

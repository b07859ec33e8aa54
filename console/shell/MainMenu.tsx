import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { listAllowedPages, type MenuGroup } from '#console/routes.tsx';
import { useOperator } from '#console/session.ts';
import { Icon } from '#console/ui/Icon.tsx';

const groups: readonly MenuGroup[] = ['first', 'players', 'content', 'community', 'figures', 'system'];

/** The pages that the operator may see, in groups. */
export function MainMenu({ onChoice }: { onChoice: () => void }) {
  const { t } = useTranslation();
  const allowed = listAllowedPages(useOperator());
  return (
    <div className="main-menu">
      {groups.map((group) => {
        const entries = allowed.flatMap(({ path, title, menu }) =>
          menu?.group === group ? [{ path, title, menu }] : [],
        );
        if (entries.length === 0) return null;
        return (
          <section key={group} aria-label={t(`shell.groups.${group}`)}>
            {group !== 'first' && <h2>{t(`shell.groups.${group}`)}</h2>}
            <ul>
              {entries.map(({ path, title, menu }) => (
                <li key={path}>
                  <NavLink to={path} onClick={onChoice}>
                    <Icon name={menu.icon} />
                    {t(title)}
                    {menu.Badge && <menu.Badge />}
                  </NavLink>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

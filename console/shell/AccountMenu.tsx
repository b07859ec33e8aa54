import { Menu, Text, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { chooseLanguage, languages, type Language } from '#console/i18n/start-languages.ts';
import { useOperator, usePortal } from '#console/session.ts';
import { useSignOut } from '#console/sign-in/use-sign-out.ts';
import { Icon, type IconName } from '#console/ui/Icon.tsx';
import { WebLink } from '#console/ui/WebLink.tsx';

const schemes = { light: 'sun', dark: 'moon', auto: 'monitor' } as const satisfies Record<string, IconName>;

export function AccountMenu() {
  const { t, i18n } = useTranslation();
  const { Name, Email, Role, Studio } = useOperator();
  const { PortalUrl } = usePortal();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const signOut = useSignOut();
  const name = Name || Email;
  return (
    <Menu position="bottom-end" width={260} checkIcon={<Icon name="check" size={16} />}>
      <Menu.Target>
        <UnstyledButton className="account-button" aria-label={t('shell.accountMenu', { name })}>
          <span className="account-initials" data-initials={initialsOf(name)} />
          <Text size="sm" fw={500} className="account-button-name">
            {name}
          </Text>
          <Icon name="chevronDown" size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" c="var(--mantine-color-text)" fw={500} truncate>
            {Email}
          </Text>
          {Studio ? `${t(`roles.${Role}`)} · ${Studio.Name}` : t(`roles.${Role}`)}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/account" leftSection={<Icon name="user" />}>
          {t('account.title')}
        </Menu.Item>
        <Menu.Item component={WebLink} href={PortalUrl} leftSection={<Icon name="arrowUpRight" />}>
          {t('shell.openPortal')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('shell.language')}</Menu.Label>
        <Menu.RadioGroup value={i18n.language} onChange={(language) => void chooseLanguage(language as Language)}>
          {Object.entries(languages).map(([language, title]) => (
            <Menu.RadioItem key={language} value={language} lang={language}>
              {title}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{t('shell.colors')}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
          {(['light', 'dark', 'auto'] as const).map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme} rightSection={<Icon name={schemes[scheme]} />}>
              {t(`shell.schemes.${scheme}`)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="signOut" />} onClick={signOut}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Drawn by the style sheet: they are no part of the button's name. */
const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');

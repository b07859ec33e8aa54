import type { WebApp } from './vendor-types.ts';

/** Telegram's own colours, light or dark as the device. */
export function readTheme(): Pick<WebApp, 'colorScheme' | 'themeParams'> {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const [page, section, text, hint] = isDark
    ? ['#212121', '#181818', '#ffffff', '#aaaaaa']
    : ['#ffffff', '#f4f4f5', '#000000', '#707579'];
  const accent = isDark ? '#8774e1' : '#3390ec';
  return {
    colorScheme: isDark ? 'dark' : 'light',
    themeParams: {
      bg_color: page,
      secondary_bg_color: section,
      header_bg_color: page,
      bottom_bar_bg_color: page,
      section_bg_color: page,
      section_separator_color: section,
      text_color: text,
      hint_color: hint,
      subtitle_text_color: hint,
      section_header_text_color: hint,
      link_color: accent,
      button_color: accent,
      accent_text_color: accent,
      button_text_color: '#ffffff',
      destructive_text_color: '#e53935',
    },
  };
}

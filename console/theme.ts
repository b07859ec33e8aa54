// How Mantine looks here: the portal's font and accent, small sizes, thin lines.
import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  createTheme,
  defaultVariantColorsResolver,
  Drawer,
  Input,
  Menu,
  Modal,
  Paper,
  Radio,
  Select,
  Switch,
  Tabs,
  Tooltip,
  type CSSVariablesResolver,
  type VariantColorsResolver,
} from '@mantine/core';

const accent = [
  '#f4f1ff',
  '#e6e0ff',
  '#cbc0ff',
  '#ad9cff',
  '#957fff',
  '#7c5cff',
  '#6847f0',
  '#5837d8',
  '#472cb3',
  '#36218a',
] as const;

const gray = [
  '#f7f8fa',
  '#eff1f5',
  '#e4e7ed',
  '#d6dae3',
  '#bbc1cd',
  '#8a92a4',
  '#5c6578',
  '#424a5c',
  '#293040',
  '#161b27',
] as const;

const dark = [
  '#e8ebf4',
  '#c6cbda',
  '#9ca4ba',
  '#757e97',
  '#2d3343',
  '#242938',
  '#191d28',
  '#10131b',
  '#0c0e14',
  '#08090d',
] as const;

const teal = [
  '#e9f8f1',
  '#cdf0df',
  '#a3e4c5',
  '#6fd5a6',
  '#3ecf8e',
  '#22b877',
  '#159a62',
  '#0e7f50',
  '#0a6b43',
  '#075636',
] as const;

const yellow = [
  '#fff6e0',
  '#ffe9b8',
  '#ffd98a',
  '#fbc65a',
  '#f0b455',
  '#d99a2b',
  '#b77a14',
  '#93590a',
  '#7a4806',
  '#5f3703',
] as const;

const red = [
  '#feefef',
  '#fddcde',
  '#fbb9bd',
  '#fb949b',
  '#ff8089',
  '#e8505c',
  '#d0293a',
  '#b82033',
  '#9d1a2b',
  '#7c1322',
] as const;

/** The header of a dialog isn't a landmark of the page. */
const dialogAttributes = { header: { role: 'none' } };

/** Tinted labels and notices keep a contrast of 4.5 in both colour schemes. */
const resolveVariant: VariantColorsResolver = (input) => {
  const usual = defaultVariantColorsResolver(input);
  const name = input.color ?? input.theme.primaryColor;
  if (input.variant !== 'light' || !(name in input.theme.colors)) return usual;
  const shade = (index: number): string => `var(--mantine-color-${name}-${index})`;
  return {
    ...usual,
    background: `light-dark(${shade(name === 'gray' ? 1 : 0)}, color-mix(in srgb, ${shade(5)} 18%, transparent))`,
    color: `light-dark(${shade(8)}, ${shade(3)})`,
  };
};

export const theme = createTheme({
  fontFamily: "'Onest', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  defaultRadius: 'sm',
  primaryColor: 'accent',
  primaryShade: { light: 6, dark: 6 },
  colors: { accent, gray, dark, teal, yellow, red },
  variantColorResolver: resolveVariant,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } }),
    Button: Button.extend({ defaultProps: { size: 'sm', fw: 500 } }),
    Checkbox: Checkbox.extend({ defaultProps: { size: 'sm' } }),
    Drawer: Drawer.extend({ defaultProps: { attributes: dialogAttributes } }),
    Input: Input.extend({ defaultProps: { size: 'sm' } }),
    // Opening a menu focuses its first item. Mantine's placeholder is not allowed inside role="menu".
    Menu: Menu.extend({ defaultProps: { shadow: 'md', withinPortal: true, withInitialFocusPlaceholder: false } }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        radius: 'lg',
        padding: 'lg',
        overlayProps: { blur: 1 },
        attributes: dialogAttributes,
      },
    }),
    Paper: Paper.extend({ defaultProps: { radius: 'md' } }),
    Radio: Radio.extend({ defaultProps: { size: 'sm' } }),
    Select: Select.extend({ defaultProps: { allowDeselect: false } }),
    Switch: Switch.extend({ defaultProps: { size: 'sm' } }),
    Tabs: Tabs.extend({ defaultProps: { keepMounted: false } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: false } }),
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#161b27',
    '--mantine-color-dimmed': '#5c6578',
    '--mantine-color-placeholder': '#6b7386',
    '--mantine-color-default-border': '#d6dae3',
    '--console-ground': '#f7f8fa',
    '--console-raised': '#ffffff',
    '--console-line': '#e4e7ed',
    '--console-hover': '#f3f4f8',
    '--console-good': '#0b7a4b',
    '--console-warning': '#93590a',
    '--console-danger': '#c02537',
  },
  dark: {
    '--mantine-color-body': '#10131b',
    '--mantine-color-text': '#e8ebf4',
    '--mantine-color-dimmed': '#9ca4ba',
    '--mantine-color-placeholder': '#8b94ac',
    '--mantine-color-default-border': '#323949',
    '--console-ground': '#0c0e14',
    '--console-raised': '#151924',
    '--console-line': '#262c3a',
    '--console-hover': '#1a1f2b',
    '--console-good': '#3ecf8e',
    '--console-warning': '#f0b455',
    '--console-danger': '#ff8089',
  },
});

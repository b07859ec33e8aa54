import { useComputedColorScheme } from '@mantine/core';
import type { PlotColors } from './plot-options.ts';

// Also for people who see some colours alike: they differ in lightness.
const schemes: Readonly<Record<'light' | 'dark', PlotColors>> = {
  light: {
    lines: ['#6847f0', '#0b8a6a', '#c2570c', '#1668c7', '#b0287f', '#6b7386'],
    text: '#5c6578',
    grid: '#e9ecf1',
  },
  dark: {
    lines: ['#a18bff', '#3ecf8e', '#f5a25c', '#5aa9ff', '#f07bbf', '#9ca4ba'],
    text: '#9ca4ba',
    grid: '#232938',
  },
};

export const usePlotColors = (): PlotColors => schemes[useComputedColorScheme('light')];

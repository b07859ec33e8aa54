// The contrast between two colours by WCAG 2.

/** From 1 (the same) to 21 (black on white). */
export function computeContrast(one: string, other: string): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** @param color such as `rgb(14, 16, 22)` */
function luminanceOf(color: string): number {
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1).map(Number);
  if (parts === undefined) throw new TypeError(`"${color}" is no opaque rgb() colour, so it has no contrast.`);
  const [red, green, blue] = parts.map(toLinear) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinear(part: number): number {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

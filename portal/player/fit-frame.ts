// Fits a game's frame into the available space. A game that needs more pixels gets them, scaled down.
export interface FrameSizeLimits {
  readonly MinWidth?: number;
  readonly MinHeight?: number;
  readonly MaxWidth?: number;
  readonly MaxHeight?: number;
  /** Width divided by height. */
  readonly MinRatio?: number;
  readonly MaxRatio?: number;
}

export interface FrameSize {
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

export function fitFrame(room: { width: number; height: number }, limits: FrameSizeLimits): FrameSize {
  let width = Math.min(room.width, limits.MaxWidth || Infinity);
  let height = Math.min(room.height, limits.MaxHeight || Infinity);
  // Avoids a division by zero.
  if (width <= 0 || height <= 0) return { width: 0, height: 0, scale: 1 };
  if (limits.MinRatio && width / height < limits.MinRatio) height = width / limits.MinRatio;
  if (limits.MaxRatio && width / height > limits.MaxRatio) width = height * limits.MaxRatio;
  const scale = Math.min(1, width / (limits.MinWidth || 1), height / (limits.MinHeight || 1));
  return { width: Math.floor(width / scale), height: Math.floor(height / scale), scale };
}

// How large the frame of a game is in the room that there is, by the limits of its configuration. A game that needs more
// pixels than there are gets them, drawn smaller.
export interface Limits {
  readonly MinWidth?: number;
  readonly MinHeight?: number;
  readonly MaxWidth?: number;
  readonly MaxHeight?: number;
  /** Width by height. */
  readonly MinRatio?: number;
  readonly MaxRatio?: number;
}

export interface FrameSize {
  /** In the game's own pixels. */
  readonly width: number;
  readonly height: number;
  /** How much smaller it is drawn; 1 when there is room enough. */
  readonly scale: number;
}

export function fitFrame(room: { width: number; height: number }, limits: Limits): FrameSize {
  let width = Math.min(room.width, limits.MaxWidth || Infinity);
  let height = Math.min(room.height, limits.MaxHeight || Infinity);
  // Without room there is no ratio.
  if (width <= 0 || height <= 0) return { width: 0, height: 0, scale: 1 };
  if (limits.MinRatio && width / height < limits.MinRatio) height = width / limits.MinRatio;
  if (limits.MaxRatio && width / height > limits.MaxRatio) width = height * limits.MaxRatio;
  const scale = Math.min(1, width / (limits.MinWidth || 1), height / (limits.MinHeight || 1));
  return { width: Math.floor(width / scale), height: Math.floor(height / scale), scale };
}

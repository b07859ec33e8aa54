import type { api } from '#console/api.ts';

export type Figures = Awaited<ReturnType<typeof api.operatorOverview.figures>>;

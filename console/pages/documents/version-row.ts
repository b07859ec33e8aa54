import type { api } from '#console/api.ts';

export type VersionRow = Awaited<ReturnType<typeof api.operatorDocuments.versions>>['Versions'][number];

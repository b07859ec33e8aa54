import type { FastifyInstance } from 'fastify';
import { mountSiteFiles, type SiteFilesOptions } from './mount-site-files.ts';

export interface PagesFeatureDeps extends Omit<SiteFilesOptions, 'portalFolder'> {
  readonly portalFolder?: string | undefined;
}

export const createPagesFeature = ({ portalFolder, ...deps }: PagesFeatureDeps) => ({
  mount: async (app: FastifyInstance) => {
    if (portalFolder !== undefined) await mountSiteFiles(app, { ...deps, portalFolder });
  },
});

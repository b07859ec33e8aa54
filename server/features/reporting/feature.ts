import type { FastifyInstance } from 'fastify';
import { safeFetch } from '#server/http/safe-fetch.ts';
import type { Infrastructure } from '#server/infrastructure.ts';
import { mountErrorTunnel } from './mount-tunnel.ts';

export const createReportingFeature = ({ config, log }: Pick<Infrastructure, 'config' | 'log'>) => ({
  mount: (app: FastifyInstance) => mountErrorTunnel(app, { config, log, safeFetch }),
});

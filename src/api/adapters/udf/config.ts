import { INDEX_TYPES } from '../../../core/index-value.ts';
import type { DataRoute } from '../../http/routing/route.ts';
import { inSeconds } from './bars.ts';
import { RESOLUTIONS } from './parameters.ts';
import { udfRoute, type UdfParts } from './udf-route.ts';

const TYPE_NAMES = { MWA: 'Markets', GWA: 'Assets in USD', LX: 'Liquid indices' } as const;

const CONFIG = {
  supports_search: true,
  supports_group_request: false,
  supports_marks: true,
  supports_timescale_marks: true,
  supports_time: true,
  // Types of indices take the place of exchanges.
  exchanges: [
    { value: '', name: 'All', desc: 'All indices' },
    ...INDEX_TYPES.map((type) => ({ value: type, name: type, desc: TYPE_NAMES[type] })),
  ],
  symbols_types: [],
  supported_resolutions: RESOLUTIONS,
};

/** `/config`: what the feed supports. */
export function configRoute(parts: UdfParts): DataRoute {
  return udfRoute(parts, { path: '/config', access: 'token', answer: () => ({ body: CONFIG }) });
}

/** `/time`: the time of the data, which simulation and replay may take from another day. */
export function timeRoute(parts: UdfParts): DataRoute {
  return udfRoute(parts, {
    path: '/time',
    access: 'token',
    answer: ({ marketTime }) => ({ body: inSeconds(marketTime), maxAgeSeconds: 0 }),
  });
}

import { originalRecords } from '../../api/compat/original-records.ts';
import { originalNames } from '../../reference/names/current-names.ts';
import { WellKnown } from '../../reference/well-known/well-known.ts';
import { acceptedHosts, isLoopback } from '../config/public-urls.ts';
import type { Settings } from '../config/settings.ts';
import { readVersion } from '../process/version.ts';
import type { ServiceContext } from '../process/service-context.ts';

export function shownSettings({ settings, sources }: ServiceContext, demo: boolean) {
  return {
    origin: sources.get(settings.source).origin,
    acceptedHosts: acceptedHosts(settings, demo),
    isLoopback: isLoopback(settings.host),
    baseUrlConfigured: settings.baseUrl !== undefined,
    wsUrlConfigured: settings.wsUrl !== undefined,
    original: settings.compat === 'original' ? originalRecords(originalNames(new WellKnown())) : undefined,
    serveMetrics: settings.metricsPort === undefined,
    version: readVersion(),
    visitorLimits: {
      perSecond: settings.visitorRate,
      burst: settings.visitorBurst,
      queued: settings.visitorQueue,
    },
  };
}

export function streamLimits(settings: Settings) {
  return {
    connections: settings.streamConnections,
    visitorConnections: settings.visitorStreamConnections,
    subscriptions: settings.streamSubscriptions,
    burst: settings.streamBurst,
    perSecond: settings.streamRate,
    backlogBytes: settings.streamBacklogBytes,
    backlogMs: settings.streamBacklogMs,
    pingMs: settings.streamPingMs,
  };
}

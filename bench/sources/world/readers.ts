import { generateLoad, requestBytes } from '../../support/load-generator.ts';
import { metricsOf } from '../../support/metrics.ts';
import { startServiceProcess } from '../../support/service-process.ts';

export interface ReadersResult {
  /** 99th percentile of the serving thread's event-loop delay, in ms. */
  readonly loopDelayP99Ms: number;
  readonly loopDelayMaxMs: number;
  readonly answersPerSecond: number;
  readonly answerMegabytes: number;
  readonly residentMegabytes: number;
}

const READERS = 4;

/** Readers that repeatedly request the whole list of tickers of a running service, over at least one refresh. */
export async function measureReaders(seconds: number, encoding: string): Promise<ReadersResult> {
  const service = await startServiceProcess({});
  try {
    const headers = { authorization: `Bearer ${await service.token()}`, 'accept-encoding': encoding };
    const path = '/v3/exchange-ticker';
    const host = `${service.host}:${service.port}`;
    const request = requestBytes({ method: 'GET', path, host, headers });
    const load = { host: service.host, port: service.port, request, connections: READERS };
    await generateLoad({ ...load, seconds: 2 });
    // Reading the delay resets it.
    await metricsOf(service.baseUrl);
    const { perSecond } = await generateLoad({ ...load, seconds });
    const metrics = await metricsOf(service.baseUrl);
    const answer = await fetch(service.baseUrl + path, {
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    return {
      loopDelayP99Ms: (metrics.get('nodejs_eventloop_lag_p99_seconds') ?? Number.NaN) * 1000,
      loopDelayMaxMs: (metrics.get('nodejs_eventloop_lag_max_seconds') ?? Number.NaN) * 1000,
      answersPerSecond: perSecond,
      answerMegabytes: (await answer.arrayBuffer()).byteLength / 1e6,
      residentMegabytes: (metrics.get('process_resident_memory_bytes') ?? Number.NaN) / 1e6,
    };
  } finally {
    await service.stop();
  }
}

import { Gauge, type Registry } from 'prom-client';

export interface SpeedMetrics {
  observeSpeed(asked: number, reached: number): void;
}

/** Both are absent at real time. */
export function speedMetrics(registry: Registry): SpeedMetrics {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] });
  const asked = gauge('tidemark_market_speed', 'How many times as fast as real time market time is to run');
  const reached = gauge(
    'tidemark_market_speed_reached',
    'How many times as fast as real time market time ran over the last half minute',
  );
  for (const one of [asked, reached]) one.remove();
  return {
    observeSpeed: (speed, now) => {
      asked.set(speed);
      reached.set(now);
    },
  };
}

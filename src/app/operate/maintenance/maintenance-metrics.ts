import type { Registry } from 'prom-client';
import { metricsIn } from '../../../api/http/metrics.ts';
import { SECOND_MS } from '../../../core/time.ts';
import type { Maintenance } from './maintenance.ts';

export function maintenanceMetrics(
  registry: Registry,
  maintenance: Pick<Maintenance, 'backupAt' | 'verified'>,
): void {
  const { observed } = metricsIn(registry);
  observed(
    'tidemark_backup_timestamp_seconds',
    'When tidemark backup last made a backup of this data directory; 0 if it never did',
    () => (maintenance.backupAt ?? 0) / SECOND_MS,
  );
  observed(
    'tidemark_verify_timestamp_seconds',
    'When tidemark verify last ended on this data directory while the service ran; 0 if it never did',
    () => (maintenance.verified?.at ?? 0) / SECOND_MS,
  );
  observed(
    'tidemark_verify_failed',
    'Whether tidemark verify found a difference or damage, and has not found all of the directory sound since: 1 or 0',
    () => (maintenance.verified?.failed === true ? 1 : 0),
  );
}

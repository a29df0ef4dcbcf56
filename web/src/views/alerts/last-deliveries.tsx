import type { Alert, AlertEndpoint } from '@tidemark/sdk';
import { useEffect, useState } from 'preact/hooks';
import { usePage } from '../../data/page-data.ts';
import { useLastResponse } from '../../parts/use-last-response.ts';
import { deliveryText } from './alert-words.ts';

const SHOWN = 3;
const PENDING_MS = 3_000;

interface LastDeliveriesProps {
  readonly alert: Alert;
  readonly endpoints: readonly AlertEndpoint[];
}

/** What became of the newest messages of an alert. Asked again when it fires or resolves, and while one is being sent. */
export function LastDeliveries({ alert, endpoints }: LastDeliveriesProps) {
  const { tidemark } = usePage();
  const { id, state, firedAt } = alert;
  const [turn, setTurn] = useState(0);
  const kept = useLastResponse(
    (signal) => tidemark.read('listAlertDeliveries', { id }, { signal }),
    [tidemark, id],
    `${state} ${firedAt} ${turn}`,
  );
  const shown = kept.value?.content.slice(0, SHOWN) ?? [];
  const isPending = shown.some(({ status }) => status === 'PENDING');
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setInterval(() => setTurn((count) => count + 1), PENDING_MS);
    return () => clearInterval(timer);
  }, [isPending]);
  const titles = new Map(endpoints.map(({ id, name, url }) => [id, name ?? new URL(url).host]));
  if (shown.length === 0) return null;
  return (
    <ul class="alerts-deliveries" aria-label="Last deliveries">
      {shown.map((delivery) => (
        <li key={delivery.id} class={delivery.status === 'DEAD' ? 'failed' : 'quiet'}>
          {deliveryText(delivery)}
          {titles.size > 1 && `, ${titles.get(delivery.endpointId) ?? 'a deleted endpoint'}`}
        </li>
      ))}
    </ul>
  );
}

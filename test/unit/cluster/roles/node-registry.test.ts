import { Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { metricsText } from '../../../../src/api/http/metrics.ts';
import { NodeRegistry } from '../../../../src/cluster/roles/node-registry.ts';

function registryWith(name: string, value: number): Registry {
  const registry = new Registry();
  new Gauge({ name, help: name, registers: [registry] }).set(value);
  return registry;
}

test('has the metrics of the process and of its current role, written at once or one by one', async () => {
  const role: { registry?: Registry } = {};
  const node = new NodeRegistry(registryWith('process_metric', 1), role);
  expect(await node.metrics()).not.toContain('role_metric');
  role.registry = registryWith('role_metric', 2);
  for (const text of [await node.metrics(), await metricsText(node, async () => {})]) {
    expect(text).toContain('process_metric 1');
    expect(text).toContain('role_metric 2');
  }
  role.registry = registryWith('other_metric', 3);
  expect(await metricsText(node, async () => {})).not.toContain('role_metric');
});

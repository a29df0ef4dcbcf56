// Takes the place of node:timers/promises for the program in a simulation.
import * as real from 'node:timers/promises';
import { SimulatedProcess } from '../core/simulated-process.ts';

export function setImmediate<Value>(value?: Value): Promise<Value> {
  const process = SimulatedProcess.running;
  if (!process) return real.setImmediate(value as Value);
  return process.delay(0).then(() => value as Value);
}

export function setTimeout<Value>(ms?: number, value?: Value): Promise<Value> {
  const process = SimulatedProcess.running;
  if (!process) return real.setTimeout(ms, value as Value);
  return process.delay(ms ?? 0).then(() => value as Value);
}

// Every wing of this version, one line each. No other file outside of a wing imports it.
export { wing as simulator } from '../../simulator/wing.ts';
export { wing as cluster } from '../../cluster/wing.ts';

import { Type } from '../schema.ts';
import { quantity } from '../schemas.ts';

export const Conversion = Type.Record('Conversion', {
  amount: quantity('The value in the other asset: exactly amount x rate'),
  rate: quantity('Units of the other asset per unit, from the two GWA values'),
});

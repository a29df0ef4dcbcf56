import { Type } from '../schema.ts';
import { quantity } from '../schemas.ts';

export const Conversion = Type.Record('Conversion', {
  amount: quantity('What the amount is worth in the other asset: amount x rate, exactly'),
  rate: quantity('Units of the other asset for one unit, from the two GWA values'),
});

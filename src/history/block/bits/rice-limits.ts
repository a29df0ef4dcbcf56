/**
 * Rice codes of whole numbers 0 .. 2^53 - 1: the number divided by 2^parameter in unary (that many ones and a zero), then the
 * remainder in `parameter` bits. From ESCAPE_ONES ones on, an escape is used instead: exactly that many ones, the number's length
 * in 6 bits, the number.
 */
export const ESCAPE_ONES = 20;
export const MAX_PARAMETER = 52;
export const LENGTH_BITS = 6;
export const MAX_NUMBER_BITS = 53;
/** Up to this parameter, every number that is not escaped fits into a signed 32-bit integer. */
export const FAST_PARAMETER = 26;

/** So many series have their hours in one row. */
export const SERIES_A_PART = 256;
export const partOf = (number: number): number => Math.floor(number / SERIES_A_PART);

/** What data are: made up, real ones of another time, or real ones of now. */
export type DataOrigin = 'simulated' | 'replayed' | 'live';

/** Where the data come from: generated, recorded at another time, or received now. */
export type DataOrigin = 'simulated' | 'replayed' | 'live';

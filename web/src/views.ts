import type { ComponentType } from 'preact';

export interface ViewProps {
  /** What follows the view in the address: of `#/asset/BTC` it is `BTC`; empty where nothing does. */
  readonly name: string;
}

export interface View {
  /** The first part of the address: `asset` of `#/asset/BTC`; empty: `#/`. */
  readonly path: string;
  readonly title: string;
  /** Whether the header names it; others are reached from elsewhere. */
  readonly isInHeader: boolean;
  /** The entry of the header that it belongs to, where it is not there itself. */
  readonly under?: string;
  /** Whether it shows one thing, which the address must name. */
  readonly needsName?: boolean;
  /** Whether its address ends with it: nothing may follow. */
  readonly hasNoName?: boolean;
  /** The name under which an operator opens it to everyone; absent where that cannot be. */
  readonly publicAs?: 'market' | 'asset' | 'indices' | 'try-it';
  readonly load: () => Promise<{ readonly View: ComponentType<ViewProps> }>;
}

/** Every view, in the order of the header. The first one is shown where the address names none. */
export const VIEWS: readonly View[] = [
  {
    path: '',
    title: 'Market',
    isInHeader: true,
    hasNoName: true,
    publicAs: 'market',
    load: () => import('./views/market/market-view.tsx'),
  },
  {
    path: 'asset',
    title: 'Asset',
    isInHeader: false,
    under: '',
    needsName: true,
    publicAs: 'asset',
    load: () => import('./views/asset/asset-view.tsx'),
  },
  {
    path: 'market',
    title: 'Market pair',
    isInHeader: false,
    under: '',
    needsName: true,
    publicAs: 'asset',
    load: () => import('./views/asset/pair-view.tsx'),
  },
  {
    path: 'indices',
    title: 'Indices',
    isInHeader: true,
    publicAs: 'indices',
    load: () => import('./views/indices/indices-view.tsx'),
  },
  {
    path: 'exchanges',
    title: 'Exchanges',
    isInHeader: true,
    load: () => import('./views/exchanges/exchanges-view.tsx'),
  },
  {
    path: 'derivatives',
    title: 'Derivatives',
    isInHeader: true,
    load: () => import('./views/derivatives/derivatives-view.tsx'),
  },
  {
    path: 'integrity',
    title: 'Integrity',
    isInHeader: true,
    hasNoName: true,
    load: () => import('./views/integrity/integrity-view.tsx'),
  },
  {
    path: 'system',
    title: 'System',
    isInHeader: true,
    hasNoName: true,
    load: () => import('./views/system/system-view.tsx'),
  },
  {
    path: 'try-it',
    title: 'Try it',
    isInHeader: true,
    publicAs: 'try-it',
    load: () => import('./views/try-it/try-it-view.tsx'),
  },
];

/** Shown for an address that no view has; its name is that address. */
export const NOT_FOUND: View = {
  path: 'not-found',
  title: 'Not found',
  isInHeader: false,
  publicAs: 'market',
  load: () => import('./views/not-found/not-found-view.tsx'),
};

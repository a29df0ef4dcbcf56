import type { ComponentType } from 'preact';

export interface ViewProps {
  /** The rest of the address after the view: `BTC` of `#/asset/BTC`; may be empty. */
  readonly name: string;
}

export interface View {
  /** The first part of the address: `asset` of `#/asset/BTC`; empty: `#/`. */
  readonly path: string;
  readonly title: string;
  /** Whether it is in the header; others are reached by links. */
  readonly isInHeader: boolean;
  /** The header entry to highlight, if it has none of its own. */
  readonly under?: string;
  /** Whether it shows one thing, which the address must name. */
  readonly needsName?: boolean;
  /** Whether its address must end after the path. */
  readonly hasNoName?: boolean;
  /** The name under which an operator can make it public; absent: never public. */
  readonly publicAs?: 'market' | 'asset' | 'indices' | 'try-it';
  readonly load: () => Promise<{ readonly View: ComponentType<ViewProps> }>;
}

/** All views, in the order of the header. The first is the default. */
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
    path: 'alerts',
    title: 'Alerts',
    isInHeader: true,
    hasNoName: true,
    load: () => import('./views/alerts/alerts-view.tsx'),
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

/** Shown for an unknown address, which is passed as the name. */
export const NOT_FOUND: View = {
  path: 'not-found',
  title: 'Not found',
  isInHeader: false,
  publicAs: 'market',
  load: () => import('./views/not-found/not-found-view.tsx'),
};

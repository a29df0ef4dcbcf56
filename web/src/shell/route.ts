import { signal, type ReadonlySignal } from '@preact/signals';
import { VIEWS, type View } from '../views.ts';

/** What the address says. */
export interface Route {
  readonly view: View;
  readonly name: string;
}

export function routeOf(hash: string): Route {
  const [path = '', ...rest] = hash.replace(/^#\/?/, '').split('/');
  const name = decoded(rest.join('/'));
  const view = VIEWS.find((view) => view.path === path && (name !== '' || !view.needsName));
  return view ? { view, name } : { view: VIEWS[0]!, name: '' };
}

/** An address that someone mistyped is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** Follows the address of the window. */
export function watchRoute(): ReadonlySignal<Route> {
  const route = signal(routeOf(location.hash));
  addEventListener('hashchange', () => (route.value = routeOf(location.hash)));
  return route;
}

import { signal, type ReadonlySignal } from '@preact/signals';
import { withoutSettings } from '../address.ts';
import { NOT_FOUND, VIEWS, type View } from '../views.ts';

/** The parsed address. */
export interface Route {
  readonly view: View;
  readonly name: string;
}

export function routeOf(hash: string): Route {
  const address = withoutSettings(hash).replace(/^#\/?/, '');
  const [path = '', ...rest] = address.split('/');
  const name = decoded(rest.join('/'));
  const view = VIEWS.find((each) => each.path === path);
  const isFit = name === '' ? !view?.needsName : !view?.hasNoName;
  return view && isFit ? { view, name } : { view: NOT_FOUND, name: decoded(address) };
}

/** A malformed address is used undecoded. */
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

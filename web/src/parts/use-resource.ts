import { useEffect } from 'preact/hooks';
import type { Loaded, Resource } from '../data/resource.ts';

/** The value of a resource, loaded and kept fresh while the component is shown. */
export function useResource<T>(resource: Resource<T>): Loaded<T> {
  useEffect(() => resource.use(), [resource]);
  return resource.state.value;
}

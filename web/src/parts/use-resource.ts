import { useEffect } from 'preact/hooks';
import type { Loaded, Resource } from '../data/resource.ts';

/** What a resource holds, loaded and kept fresh while the component is shown. */
export function useResource<T>(resource: Resource<T>): Loaded<T> {
  useEffect(() => resource.use(), [resource]);
  return resource.state.value;
}

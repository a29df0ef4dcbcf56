import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/**
 * The current width of an element in pixels. Pictures are drawn at this size, so that their text keeps its
 * size.
 */
export function useWidth<T extends Element>(first = 640): [RefObject<T | null>, number] {
  const place = useRef<T>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const resized = new ResizeObserver(([entry]) => {
      const now = Math.floor(entry!.contentRect.width);
      if (now > 0) setWidth(now);
    });
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  return [place, width];
}

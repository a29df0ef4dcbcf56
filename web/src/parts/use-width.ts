import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** The width of an element in pixels, as it changes: pictures are drawn at their size, so that text in them keeps its own. */
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

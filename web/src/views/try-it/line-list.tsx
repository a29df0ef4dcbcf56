import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const LINE_PX = 20;
/** Lines drawn beyond the visible ones, above and below. */
const SPARE = 12;
/** This close to the end, the list follows new lines. */
const NEAR_PX = 2 * LINE_PX;

interface LineListProps {
  readonly label: string;
  readonly count: number;
  readonly line: (i: number) => ComponentChildren;
  /** Whether it stays at its end while lines are added, until the reader scrolls away. */
  readonly isFollowing?: boolean;
}

/** Any number of lines, of which only the visible ones are drawn. Scrolls with the keys of the browser. */
export function LineList({ label, count, line, isFollowing = false }: LineListProps) {
  const place = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [seen, setSeen] = useState({ top: 0, height: 400 });
  const look = () => {
    // Called once more after it was removed from the page.
    if (!place.current) return;
    const { scrollTop, clientHeight, scrollHeight } = place.current;
    isAtEnd.current = scrollTop + clientHeight >= scrollHeight - NEAR_PX;
    setSeen((before) =>
      before.top === scrollTop && before.height === clientHeight
        ? before
        : { top: scrollTop, height: clientHeight },
    );
  };
  useEffect(() => {
    const resized = new ResizeObserver(look);
    resized.observe(place.current!);
    return () => resized.disconnect();
  }, []);
  useLayoutEffect(() => {
    const list = place.current!;
    if (isFollowing && isAtEnd.current) list.scrollTop = list.scrollHeight;
  });
  const first = Math.max(0, Math.min(count, Math.floor(seen.top / LINE_PX)) - SPARE);
  const last = Math.min(count, Math.ceil((seen.top + seen.height) / LINE_PX) + SPARE);
  return (
    <div ref={place} class="tryit-lines" role="region" aria-label={label} tabIndex={0} onScroll={look}>
      <div class="tryit-lines-all" style={{ height: `${count * LINE_PX}px` }}>
        <div class="tryit-lines-seen" style={{ transform: `translateY(${first * LINE_PX}px)` }}>
          {Array.from({ length: Math.max(0, last - first) }, (_, i) => (
            <div class="tryit-line" key={first + i}>
              {line(first + i)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

const LINE_PX = 20;
/** Extra lines drawn above and below the visible ones. */
const OVERSCAN = 12;
/** Within this distance of the end, the list follows new lines. */
const NEAR_PX = 2 * LINE_PX;

interface LineListProps {
  readonly label: string;
  readonly count: number;
  readonly line: (i: number) => ComponentChildren;
  /** Whether the list stays at its end while lines are added, until the user scrolls away. */
  readonly isFollowing?: boolean;
}

/** A list that draws only the visible lines, of any number. Supports the browser's scroll keys. */
export function LineList({ label, count, line, isFollowing = false }: LineListProps) {
  const container = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const [view, setView] = useState({ top: 0, height: 400 });
  const measure = () => {
    // The observer may call this after the list was removed from the page.
    if (!container.current) return;
    const { scrollTop, clientHeight, scrollHeight } = container.current;
    isAtEnd.current = scrollTop + clientHeight >= scrollHeight - NEAR_PX;
    setView((before) =>
      before.top === scrollTop && before.height === clientHeight
        ? before
        : { top: scrollTop, height: clientHeight },
    );
  };
  useEffect(() => {
    const resized = new ResizeObserver(measure);
    resized.observe(container.current!);
    return () => resized.disconnect();
  }, []);
  useLayoutEffect(() => {
    const list = container.current!;
    if (isFollowing && isAtEnd.current) list.scrollTop = list.scrollHeight;
  });
  const first = Math.max(0, Math.min(count, Math.floor(view.top / LINE_PX)) - OVERSCAN);
  const last = Math.min(count, Math.ceil((view.top + view.height) / LINE_PX) + OVERSCAN);
  return (
    <div ref={container} class="tryit-lines" role="region" aria-label={label} tabIndex={0} onScroll={measure}>
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

import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './pane.css';

interface PaneProps {
  readonly title: string;
  /** Quiet text next to the title: a count, or the tick it belongs to. */
  readonly about?: ComponentChildren;
  /** Controls at the right end of the title. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly className?: string;
}

/** A titled section of a view. */
export function Pane({ title, about, tools, children, className = '' }: PaneProps) {
  const id = useId();
  return (
    <section class={`pane ${className}`} aria-labelledby={id}>
      <header class="pane-top">
        <h2 id={id}>{title}</h2>
        {about !== undefined && <span class="quiet">{about}</span>}
        {tools !== undefined && <div class="pane-tools">{tools}</div>}
      </header>
      {children}
    </section>
  );
}

export interface Fact {
  readonly title: string;
  readonly value: ComponentChildren;
  /** Explanation, if the title is too short. */
  readonly about?: string;
  readonly className?: string;
}

/** Some numbers in a row. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="pane-facts">
      {facts.map(({ title, value, about, className = '' }) => (
        <div key={title} {...(about === undefined ? {} : { title: about })}>
          <dt>{title}</dt>
          <dd class={className}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

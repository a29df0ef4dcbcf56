import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import './pane.css';

interface PaneProps {
  readonly title: string;
  /** Beside the title, quiet: a count, or the tick that it is of. */
  readonly about?: ComponentChildren;
  /** At the right end of the title: choices. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly className?: string;
}

/** A part of a view, with its title. */
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
  /** What it is, where the title is too short for it. */
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

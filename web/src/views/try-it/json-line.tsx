/** A line of JSON with syntax colours. */
export function JsonLine({ text }: { text: string }) {
  const [, indent = '', key, value = ''] = LINE.exec(text) ?? [];
  return (
    <>
      {indent}
      {key !== undefined && <span class="json-key">{key}</span>}
      <span class={kindOf(value)}>{value}</span>
    </>
  );
}

const LINE = /^(\s*)("(?:[^"\\]|\\.)*": )?(.*)$/s;

function kindOf(value: string): string {
  if (value.startsWith('"')) return 'json-text';
  return /^[-\dtfn]/.test(value) ? 'json-other' : 'json-sign';
}

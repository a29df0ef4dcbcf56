/** Writes only changes, and never reads the document: the last text is remembered. */
export type Writer = (text: string) => void;

export function textWriter(element: HTMLElement): Writer {
  const node = document.createTextNode('');
  element.append(node);
  return onChange((text) => (node.nodeValue = text));
}

export function classWriter(element: Element): Writer {
  return onChange((text) => element.setAttribute('class', text));
}

export function attributeWriter(element: Element, name: string): Writer {
  return onChange((text) => element.setAttribute(name, text));
}

function onChange(write: Writer): Writer {
  let written: string | undefined;
  return (text) => {
    if (text !== written) write((written = text));
  };
}

// Without a configured URL the page contains the address that the service listens on, which is wrong on
// another machine: it is replaced by the origin that the page came from.
for (const shown of document.querySelectorAll('[data-url]')) {
  const websocket = shown.getAttribute('data-url') === 'ws';
  shown.textContent = websocket ? location.origin.replace(/^http/, 'ws') : location.origin;
}

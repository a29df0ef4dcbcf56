// URLs that the operator has not set were written as the service listens, which another machine would take for itself:
// the service is what this page came from, under that very name.
for (const shown of document.querySelectorAll('[data-url]')) {
  const websocket = shown.getAttribute('data-url') === 'ws';
  shown.textContent = websocket ? location.origin.replace(/^http/, 'ws') : location.origin;
}

// A collector that tells one thing and dies, or, where it is told to read `lasting`, stays until it is stopped.
process.on('message', (message) => {
  if (message.kind === 'stop') process.exit(0);
  const [exchange] = message.input.exchanges;
  process.send({ kind: 'unusable', exchange, reason: String(process.pid) }, () => {
    if (exchange !== 'lasting') process.exit(3);
  });
});
process.on('disconnect', () => process.exit(0));
